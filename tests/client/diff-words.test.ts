/** How the earlier texts of a message are compared. */
import { expect, test } from 'vitest';
import { diffWords } from '../../src/screens/chat/actions/diff-words.ts';

/** `[-removed-]` and `{+added+}`. */
const show = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ text, kind }) => {
      if (kind === 'same') return text;
      return kind === 'added' ? `{+${text}+}` : `[-${text}-]`;
    })
    .join('');

test('What two texts have in common stays, word by word', () => {
  expect(show('We meet at nine', 'We meet at ten')).toBe('We meet at [-nine-]{+ten+}');
  expect(show('See you', 'See you there, Ben')).toBe('See you{+ there, Ben+}');
  expect(show('No, not today', 'not today')).toBe('[-No, -]not today');
});

test('All of both texts is there, in their order', () => {
  const before = 'a b c d e f\n\ng h';
  const after = 'x a c b d  f\ng h y';
  const parts = diffWords(before, after);
  const read = (kind: 'added' | 'removed') =>
    parts
      .filter((part) => part.kind === 'same' || part.kind === kind)
      .map(({ text }) => text)
      .join('');
  expect(read('removed')).toBe(before);
  expect(read('added')).toBe(after);
});

test('The same text has no differences, and one without words in common is replaced', () => {
  expect(show('Same', 'Same')).toBe('Same');
  expect(show('', 'New')).toBe('{+New+}');
  expect(show('Old', '')).toBe('[-Old-]');
  expect(show('Old', 'New')).toBe('[-Old-]{+New+}');
});

test('Texts of very many words are compared as a whole', () => {
  const many = (word: string) => Array.from({ length: 1_500 }, (_, n) => `${word}${n}`).join(' ');
  expect(diffWords(`Hi ${many('a')}`, `Hi ${many('b')}`).map(({ kind }) => kind)).toEqual([
    'same',
    'removed',
    'added',
  ]);
});
