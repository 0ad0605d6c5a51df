/** Splits a text into parts by what was found in its folded form. */
import { foldText } from '../../../protocol/search-text.ts';

export interface TextPart {
  text: string;
  isMatch: boolean;
}

export const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

interface FoldedLetters {
  letters: readonly string[];
  folded: string;
  /** For each position in `folded`, the index of its original letter: a folded letter may be longer. */
  origins: readonly number[];
}

export function foldLetters(text: string): FoldedLetters {
  const letters = [...segmenter.segment(text)].map(({ segment }) => segment);
  const folded = letters.map(foldText);
  const origins = folded.flatMap((letter, index) => letter.split('').map(() => index));
  return { letters, folded: folded.join(''), origins };
}

/** `places`: the matches, as positions in the folded text. */
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
