import { splitGraphemes } from '../lib/graphemes.ts';

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
