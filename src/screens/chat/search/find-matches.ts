/** Finds the words of a search in a text, to mark them. */
import { foldLetters, markPlaces, segmenter, type TextPart } from './mark-places.ts';

/** Letters before the first match of a cut text. */
const LEAD = 36;
const LENGTH = 160;

/** The part of a text around its first match, on one line. `words` are folded. */
export function cutAround(text: string, words: readonly string[]): TextPart[] {
  const line = text.replace(/\s+/g, ' ').trim();
  const [first] = markMatches(line, words);
  const lead = first && !first.isMatch ? first.text.length : 0;
  const letters = [...segmenter.segment(line)];
  const isNear = ({ index }: Intl.SegmentData) => index >= lead - LEAD && index < lead;
  const near = letters.findIndex(isNear);
  // Not from the middle of a word if another cut is possible.
  const gap = letters.findIndex((letter) => isNear(letter) && letter.segment === ' ');
  const start = gap < 0 ? near : gap + 1;
  const kept = lead > LEAD ? letters.slice(start) : letters;
  const cut = kept
    .slice(0, LENGTH)
    .map(({ segment }) => segment)
    .join('');
  const before = kept.length < letters.length ? '…' : '';
  const after = kept.length > LENGTH ? '…' : '';
  return markMatches(`${before}${cut}${after}`, words);
}

/** The whole text, in matching and other parts. */
export function markMatches(text: string, words: readonly string[]): TextPart[] {
  const { folded } = foldLetters(text);
  const places = words.flatMap((word) => {
    const found: number[] = [];
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      for (let place = at; place < at + word.length; place += 1) found.push(place);
    }
    return found;
  });
  return markPlaces(text, places);
}
