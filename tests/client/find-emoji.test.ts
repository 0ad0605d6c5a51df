/** `:name` in the box: where it is the name of an emoji. */
import { expect, test } from 'vitest';
import { findToken } from '../../src/screens/chat/composer/emoji/completion.tsx';

const readQuery = (text: string) => findToken(text, text.length)?.query;

test.each([
  [':sm', 'sm'],
  ['(:heart', 'heart'],
  ['👍:+1', '+1'],
  ['line\n:t-rex', 't-rex'],
])('The name of an emoji begins where a word may: %j', (text, query) => {
  expect(readQuery(text)).toBe(query);
});

test.each(['10:30', 'at 10:30am', 'http://x', ':)', ':D', ':-)', ': no', 'C:\\ab', '::ab', ':3c'])(
  'The name of an emoji is not what is typed for other reasons: %j',
  (text) => {
    expect(findToken(text, text.length)).toBeNull();
  },
);

test('The name of an emoji ends at the caret, and may be closed', () => {
  const open = { start: 2, end: 8, query: 'heart', isClosed: false };
  expect(findToken('a :heart b', 8)).toEqual(open);
  expect(findToken(':heart:', 7)).toEqual({ start: 0, end: 7, query: 'heart', isClosed: true });
  expect(findToken('a :heart b', 9)).toBeNull();
});
