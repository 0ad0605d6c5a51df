/** `:name` in the box: where it is one; and the search for emoji, there and in the picker. */
import { describe, expect, test } from 'vitest';
import {
  findEmoji,
  findEmojiByName,
  offerEmoji,
} from '../../src/screens/chat/composer/emoji/find-emoji.ts';
import { findToken } from '../../src/screens/chat/composer/emoji/find-token.ts';

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

describe('The search for emoji', () => {
  test.each([
    ['heart', '❤️'],
    ['thumbs', '👍'],
    ['thumbs up', '👍'],
    ['smi', '😄'],
    ['thank', '🙏'],
    ['thanks', '🙏'],
    ['than', '🙏'],
    ['yes', '👍'],
    ['no', '👎'],
    ['ok', '👌'],
    ['lol', '😂'],
    ['Haha', '😂'],
    ['love', '❤️'],
    ['happy', '😊'],
    ['pizza', '🍕'],
    ['red heart', '❤️'],
    ['heart red', '❤️'],
  ])('finds first what %s means', (query, emoji) => {
    expect(findEmoji(query)[0]?.emoji).toBe(emoji);
  });

  test('finds names before tags, and nothing for blanks or for what nothing is called', () => {
    const labels = findEmoji('cat').map(({ label }) => label);
    expect(labels[0]).toBe('Cat face');
    expect(labels.indexOf('Tiger face')).toBeGreaterThan(labels.indexOf('Cat'));
    expect(findEmoji('  ')).toEqual([]);
    expect(findEmoji('nothing is called so')).toEqual([]);
  });
});

describe('What a name may mean', () => {
  test('is offered by the name that was begun, best first, as in the picker', () => {
    expect(offerEmoji('thumbsd')[0]).toEqual({ emoji: '👎', name: ':thumbsdown:' });
    const offered = offerEmoji('thank').map(({ emoji }) => emoji);
    expect(offered).toEqual(findEmoji('thank').map(({ emoji }) => emoji));
    expect(offerEmoji('thank')[0]?.name).toBe(':pray:');
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
