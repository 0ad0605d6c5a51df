/** A text in pieces, of which some are what was found in its folded form. */
import { foldText } from '../../../protocol/search-text.ts';

export interface TextPart {
  text: string;
  isMatch: boolean;
}

export const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

interface FoldedLetters {
  letters: readonly string[];
  folded: string;
  /** Of each place in `folded`, the index of the letter that it comes from: folded, a letter may be longer. */
  origins: readonly number[];
}

export function foldLetters(text: string): FoldedLetters {
  const letters = [...segmenter.segment(text)].map(({ segment }) => segment);
  const folded = letters.map(foldText);
  const origins = folded.flatMap((letter, index) => letter.split('').map(() => index));
  return { letters, folded: folded.join(''), origins };
}

/** `places`: what was found, as places in the folded text. */
export function markPlaces(text: string, places: Iterable<number>): TextPart[] {
  const { letters, origins } = foldLetters(text);
  const found = new Set(Array.from(places, (place) => origins[place]));
  const parts: TextPart[] = [];
  letters.forEach((letter, index) => {
    const open = parts.at(-1);
    const isMatch = found.has(index);
    if (open?.isMatch === isMatch) open.text += letter;
    else parts.push({ text: letter, isMatch });
  });
  return parts;
}
