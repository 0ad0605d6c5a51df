/** Finds the words of a search in a text, to highlight them. */
import { splitGraphemes } from '../../../lib/graphemes.ts';
import { foldLetters } from '../../../protocol/search-text.ts';

/** Letters before the first match of a cut text. */
const LEAD = 36;
const LENGTH = 160;

/** The part of a text around its first match, on one line. `words` are folded. */
export function splitAtMatches(text: string, words: readonly string[]): TextPart[] {
  const line = text.replace(/\s+/g, ' ').trim();
  const [first] = splitMatches(line, words);
  const letters = splitGraphemes(line);
  const lead = first && !first.isMatch ? splitGraphemes(first.text).length : 0;
  const near = lead - LEAD;
  // Not from the middle of a word if another cut is possible.
  const gap = letters.findIndex((letter, at) => at >= near && at < lead && letter === ' ');
  const start = gap < 0 ? near : gap + 1;
  const kept = near > 0 ? letters.slice(start) : letters;
  const cut = kept.slice(0, LENGTH).join('');
  const before = kept.length < letters.length ? '…' : '';
  const after = kept.length > LENGTH ? '…' : '';
  return splitMatches(`${before}${cut}${after}`, words);
}

/** The whole text, in matching and other parts. */
export function splitMatches(text: string, words: readonly string[]): TextPart[] {
  const { folded } = foldLetters(text);
  const places = words.flatMap((word) => {
    const found: number[] = [];
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      for (let place = at; place < at + word.length; place += 1) found.push(place);
    }
    return found;
  });
  return splitPlaces(text, places);
}

export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** `places`: the matches, as positions in the folded text. */
export function splitPlaces(text: string, places: Iterable<number>): TextPart[] {
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
