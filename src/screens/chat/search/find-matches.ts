/** Where in a text the words of a search stand, for showing them. */
import { foldText } from '../../../protocol/search-text.ts';

interface TextPart {
  text: string;
  isMatch: boolean;
}

/** Letters before the first match of a cut text. */
const LEAD = 36;
const LENGTH = 160;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The part of a text around its first match, on one line. `words` are folded. */
export function cutAround(text: string, words: readonly string[]): TextPart[] {
  const line = text.replace(/\s+/g, ' ').trim();
  const [first] = markMatches(line, words);
  const lead = first && !first.isMatch ? first.text.length : 0;
  const letters = [...segmenter.segment(line)];
  const isNear = ({ index }: Intl.SegmentData) => index >= lead - LEAD && index < lead;
  const near = letters.findIndex(isNear);
  // Not from the middle of a word, where there is another.
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

/** The whole text, in pieces that match and such that do not. */
export function markMatches(text: string, words: readonly string[]): TextPart[] {
  const letters = [...segmenter.segment(text)].map(({ segment }) => segment);
  const folded = letters.map(foldText);
  // Of each place in the folded text, the letter that it comes from.
  const origins = folded.flatMap((letter, index) => letter.split('').map(() => index));
  const whole = folded.join('');
  const isMatch = letters.map(() => false);
  for (const word of words) {
    for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length)) {
      const [from, to] = [origins[at] ?? 0, origins[at + word.length - 1] ?? 0];
      isMatch.fill(true, from, to + 1);
    }
  }
  const parts: TextPart[] = [];
  letters.forEach((letter, index) => {
    const open = parts.at(-1);
    const matches = isMatch[index] ?? false;
    if (open?.isMatch === matches) open.text += letter;
    else parts.push({ text: letter, isMatch: matches });
  });
  return parts;
}
