/** `:name` in the box: where it is one, and which emoji it offers. */
import { expect, test } from 'vitest';
import { findToken } from '../../src/screens/chat/composer/emoji/completion.tsx';
import { offerEmoji } from '../../src/screens/chat/composer/emoji/emoji-data.ts';

const readQuery = (text: string) => findToken(text, text.length)?.query;

test.each([
  [':sm', 'sm'],
  ['(:heart', 'heart'],
  ['👍:+1', '+1'],
  ['line\n:t-rex', 't-rex'],
  [':Smile', 'Smile'],
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

test.each([
  ['heart', '❤️'],
  ['thumbsd', '👎'],
  ['smi', '😄'],
  ['+1', '👍'],
  ['Pizza', '🍕'],
])('An emoji is offered by the beginning of its name: %s', (query, emoji) => {
  expect(offerEmoji(query)[0]?.emoji).toBe(emoji);
});

test('An emoji is also offered by a word for it, and stands once among few', () => {
  const thanks = expect.objectContaining({ emoji: '🙏', name: ':pray:' });
  expect(offerEmoji('thanks')).toContainEqual(thanks);
  expect(offerEmoji('nothing_is_called_so')).toEqual([]);
  const found = offerEmoji('he').map(({ emoji }) => emoji);
  expect(found).toHaveLength(8);
  expect(new Set(found).size).toBe(8);
});
