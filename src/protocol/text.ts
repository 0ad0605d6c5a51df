import { splitGraphemes } from '../lib/graphemes.ts';
import { foldText } from './search-text.ts';

/** Spaces, controls, joiners, fillers, and two signs without ink: of Braille and of music. */
const INVISIBLE =
  /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u{2800}\u{1D159}\u{FFF9}-\u{FFFB}]*$/u;

/** Whether a reader would see nothing of the text. Such a text counts as empty on both ends. */
export const isBlank = (text: string): boolean => INVISIBLE.test(text);

/** Without blanks at its ends, NUL, and half an emoji that another program has cut: no server could store those. */
export const tidyText = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '').trim();

/**
 * The characters of a text as a reader counts them, for its limit: an emoji is one. One that consists of very many code
 * points counts as several, so that the size of a text is limited, too.
 */
export const countCharacters = (text: string): number =>
  Math.max(splitGraphemes(text).length, countAtLeast(text));

/** Does not look into a text whose size alone decides. */
export function isTooLong(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  return countAtLeast(text) > limit || countCharacters(text) > limit;
}

const countAtLeast = (text: string): number => Math.ceil(text.length / 2);

/**
 * The beginning of a message in the people list and notifications: both ends cut it in the same way.
 *
 * In UTF-16 code units.
 */
const PREVIEW_LENGTH = 140;

/** Ends with a whole letter as readers see it. */
export function cutPreview(text: string): string {
  if (text.length <= PREVIEW_LENGTH) return text;
  // Whether a letter ends at the limit is decided by the code point behind it.
  const letters = splitGraphemes(text.slice(0, PREVIEW_LENGTH + 2));
  let end = 0;
  for (const { length } of letters) {
    if (end + length > PREVIEW_LENGTH) break;
    end += length;
  }
  // A letter with marks without end is cut, but not in the middle of a surrogate pair.
  return end > 0
    ? text.slice(0, end)
    : text.slice(0, PREVIEW_LENGTH).replace(/\p{Surrogate}$/u, '');
}

/**
 * Sorts names of people, the same on both ends and in both databases: without regard to case and accents, by code
 * points. People with the same key are sorted by their ids.
 */
export function toNameKey(fullName: string): string {
  return foldText(fullName).trim();
}
