import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitGraphemes } from '../../src/lib/graphemes.ts';
import { countCharacters, cutPreview, isTooLong } from '../../src/protocol/text.ts';

const LETTERS = ['a', 'e\u0301', '👩‍👩‍👧', '👍🏽', '🇺🇦', 'कि', '가', '\r\n', '😀', ' '];

test('The beginning of a text ends with a whole letter, and is cut again to itself', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...LETTERS), { minLength: 30, maxLength: 90 }),
      (parts) => {
        const text = parts.join('').repeat(3);
        const cut = cutPreview(text);
        const letters = splitGraphemes(text);
        expect(letters.slice(0, splitGraphemes(cut).length).join('')).toBe(cut);
        expect(cut.length).toBeLessThanOrEqual(140);
        expect(text.length <= 140 || cut.length > 120).toBe(true);
        expect(cutPreview(cut)).toBe(cut);
        // The server reads somewhat more than it shows.
        expect(cutPreview(Array.from(text).slice(0, 200).join(''))).toBe(cut);
      },
    ),
  );
});

test('A letter with marks without end is cut', () => {
  expect(cutPreview(`e${'\u0301'.repeat(10_000)}`)).toHaveLength(140);
});

test('A character is what a reader sees, and a heap of code points is several', () => {
  expect(countCharacters('e\u0301👍🏽क')).toBe(4);
  expect(countCharacters('😀'.repeat(50))).toBe(50);
  expect(countCharacters(`e${'\u0301'.repeat(99)}`)).toBe(50);
  expect(isTooLong('😀'.repeat(80), 80)).toBe(false);
  expect(isTooLong('😀'.repeat(81), 80)).toBe(true);
  expect(isTooLong('x'.repeat(81), 80)).toBe(true);
});
