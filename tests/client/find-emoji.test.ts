/** `:name` in the box: where it is one, and which emoji it offers. */
import { describe, expect, test } from 'vitest';
import { findToken } from '../../src/screens/chat/composer/emoji/completion.tsx';
import {
  findEmojiByName,
  offerEmoji,
  searchEmojiData,
} from '../../src/screens/chat/composer/emoji/emoji-data.ts';

const readQuery = (text: string) => findToken(text, text.length)?.query;

describe('The name of an emoji', () => {
  test.each([
    [':sm', 'sm'],
    ['well :sm', 'sm'],
    ['(:heart', 'heart'],
    ['“:heart', 'heart'],
    ['👍:+1', '+1'],
    ['line\n:t-rex', 't-rex'],
    [':Smile', 'Smile'],
  ])('begins where a word may: %j', (text, query) => {
    expect(readQuery(text)).toBe(query);
  });

  test.each([
    '10:30',
    'at 10:30am',
    'http://x',
    'a:bc',
    ':)',
    ':D',
    ':-)',
    ': no',
    'C:\\ab',
    '::ab',
    ':3c',
  ])('is not what is typed for other reasons: %j', (text) => {
    expect(findToken(text, text.length)).toBeNull();
  });

  test('ends at the caret, and may be closed', () => {
    expect(findToken('a :heart b', 8)).toEqual({
      start: 2,
      end: 8,
      query: 'heart',
      isClosed: false,
    });
    expect(findToken(':heart:', 7)).toEqual({ start: 0, end: 7, query: 'heart', isClosed: true });
    expect(findToken('a :heart b', 9)).toBeNull();
  });
});

describe('What a name may mean', () => {
  test.each([
    ['heart', '❤️'],
    ['thumbsd', '👎'],
    ['smi', '😄'],
    ['tad', '🎉'],
    ['+1', '👍'],
    ['Pizza', '🍕'],
  ])('is offered by the beginning of its name: %s', (query, emoji) => {
    expect(offerEmoji(query)[0]?.emoji).toBe(emoji);
  });

  test('is also offered by a word for it, with the name that it has', () => {
    expect(offerEmoji('thanks')).toContainEqual(
      expect.objectContaining({ emoji: '🙏', name: ':pray:' }),
    );
    expect(offerEmoji('nothing_is_called_so')).toEqual([]);
  });

  test.each([
    ['thumbs up', '👍'],
    ['thumbs', '👍'],
    ['thanks', '🙏'],
    ['yes', '👍'],
    ['ok', '👌'],
    ['lol', '😂'],
    ['pizza', '🍕'],
    ['red heart', '❤️'],
  ])('is found in the picker among the first: %s', (query, emoji) => {
    const found = searchEmojiData(query).emojis.map((one) => one.emoji);
    expect(found.slice(0, 9)).toContain(emoji);
  });

  test('is bounded, and each emoji stands once', () => {
    const found = offerEmoji('he');
    expect(found).toHaveLength(8);
    expect(new Set(found.map(({ emoji }) => emoji)).size).toBe(found.length);
  });

  test('signs that would be letters by themselves are asked to be pictures', () => {
    expect(findEmojiByName('heart')).toBe('❤️');
    expect(findEmojiByName('+1')).toBe('👍');
    expect(findEmojiByName('nothing_of_that_name')).toBeUndefined();
  });
});
