/** Splits a text into parts by what was found in its folded form. */
import { foldLetters } from '../../../protocol/search-text.ts';

export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** `places`: the matches, as positions in the folded text. */
export function markPlaces(text: string, places: Iterable<number>): TextPart[] {
  const { letters, origins } = foldLetters(text);
  const found = new Set(Array.from(places, (place) => origins[place]));
  const parts: TextPart[] = [];
  const seen = new Set(origins);
  letters.forEach((letter, index) => {
    const open = parts.at(-1);
    // A letter that folding removes belongs to the one before it.
    const isMatch = seen.has(index) ? found.has(index) : (open?.isMatch ?? false);
    if (open?.isMatch === isMatch) open.text += letter;
    else parts.push({ text: letter, isMatch });
  });
  return parts;
}
