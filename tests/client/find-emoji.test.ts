/** `:name` in the box: where it is one, and which emoji it may mean. */
import { describe, expect, test } from 'vitest';
import { findEmoji, findEmojiByName } from '../../src/screens/chat/composer/emoji/emoji-names.ts';
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

describe('What it may mean', () => {
  test('the name itself comes first, then what begins so, then words in a name', () => {
    const names = findEmoji('cat').map(({ name }) => name);
    expect(names[0]).toBe('cat');
    expect(names).toContain('cat2');
    expect(names.at(-1)).toMatch(/_cat/);
  });

  test('is bounded, and each emoji stands once', () => {
    const found = findEmoji('he');
    expect(found.length).toBeLessThanOrEqual(8);
    expect(new Set(found.map(({ emoji }) => emoji)).size).toBe(found.length);
  });

  test('signs that would be letters by themselves are asked to be pictures', () => {
    expect(findEmojiByName('heart')).toBe('❤️');
    expect(findEmojiByName('+1')).toBe('👍');
    expect(findEmojiByName('nothing_of_that_name')).toBeUndefined();
  });
});
