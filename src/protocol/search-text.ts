/**
 * When a text matches a query, the same for both ends: it contains every word of the query, also inside longer words.
 * What a reader cannot see or tell apart decides nothing: case, accents, kinds of quotes, dashes and spaces, how many
 * spaces or dashes follow each other, and invisible characters. `foldText` is also used to compare names of people.
 */
import { splitGraphemes } from '../lib/graphemes.ts';

/** Marks of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic ones. */
const POINTS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]|[\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20dc\ufe20-\ufe2f]/g;
/** More marks on one letter than any script has: sorting them takes the square of their number. */
const EXCESS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;
/** Joiners, soft hyphens, marks of direction, selectors of a form, controls that are no space. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|(?![\s\x85])\p{Cc}/gu;
/** The empty Braille pattern looks like a space, too. */
const SPACES = /[\s\x85\u2800]+/g;
const DASHES = /[\p{Dash_Punctuation}\u02d7\u2043\u2212]+/gu;
const WAVES = /[\u301c\u3030]/g;
const QUOTES =
  /[`\u02b9\u02bb-\u02bd\u02c8\u055a\u05f3\u2018-\u201b\u2032\u2035\u2039\u203a\ua78c]/g;
const DOUBLE_QUOTES = /[«»\u02ba\u02ee\u05f4\u201c-\u201f\u2033\u2036\u301d-\u301f]/g;
/** Quotes that Unicode decomposes into a space and an accent, or into two quotes. */
const ACCENT_QUOTES = /[´\u0384\u1fbd\u1fbf\u1ffd\u1ffe]/g;
const PRIMES = /[\u2033\u2036]/g;
/** ASCII in which only upper case needs folding. */
const PLAIN_ASCII = /^(?:(?! {2}|--)[ -_a-~])*$/;
/** Letters that Unicode does not decompose, as written by people without them on their keyboard. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  // Persian keyboards have letters of their own that look like the Arabic ones.
  ک: 'ك',
  ی: 'ي',
  ى: 'ي',
  // Stretches an Arabic word.
  '\u0640': '',
};
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** The common form of spellings that count as equal. */
export function foldText(text: string): string {
  if (PLAIN_ASCII.test(text)) return text.toLowerCase();
  // Composed again, so that a Hangul syllable is not found as the beginning of another.
  return text
    .replace(INVISIBLE, '')
    .replace(ACCENT_QUOTES, "'")
    .replace(PRIMES, '"')
    .replace(EXCESS, '$1')
    .normalize('NFKD')
    .replace(POINTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter)
    .replace(QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(WAVES, '~')
    .replace(DASHES, '-')
    .replace(SPACES, ' ');
}

interface FoldedLetters {
  letters: readonly string[];
  /** The same as `foldText` of the whole text. */
  folded: string;
  /** For each position in `folded`, the index of its original letter: a folded letter may be longer. */
  origins: readonly number[];
}

/** Folds a text of which parts are to be marked. */
export function foldLetters(text: string): FoldedLetters {
  const letters = splitGraphemes(text);
  const origins: number[] = [];
  let folded = '';
  letters.forEach((letter, index) => {
    let piece = foldText(letter);
    const first = piece[0];
    if ((first === ' ' || first === '-') && folded.endsWith(first)) piece = piece.slice(1);
    folded += piece;
    for (let each = 0; each < piece.length; each += 1) origins.push(index);
  });
  return { letters, folded, origins };
}

/** The words of a query, folded, each once; empty if there is nothing to search for. */
export function toSearchWords(query: string): string[] {
  return [...new Set(foldText(query).split(' '))].filter(Boolean);
}

/** `words` as returned by `toSearchWords`. */
export function containsWords(text: string, words: readonly string[]): boolean {
  const folded = foldText(text);
  return words.every((word) => folded.includes(word));
}
