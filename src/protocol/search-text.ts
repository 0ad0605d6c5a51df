/**
 * When a text matches a query, the same for both ends: it contains every word of the query, also inside longer words,
 * ignoring case and accents. `foldText` is also used to compare names of people.
 */

/** Accents of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic ones. */
const POINTS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g;
/** More marks on one letter than any script has: sorting them takes the square of their number. */
const EXCESS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;
const ASCII = /^[\0-\x7f]*$/;
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
};
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** The common form of spellings that count as equal. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  // Composed again, so that a Hangul syllable is not found as the beginning of another.
  return text
    .replace(EXCESS, '$1')
    .normalize('NFKD')
    .replace(POINTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter);
}

/** The words of a query, folded, each once; empty if there is nothing to search for. */
export function toSearchWords(query: string): string[] {
  return [...new Set(foldText(query).split(/\s+/))].filter(Boolean);
}

/** `words` as returned by `toSearchWords`. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  const folded = foldText(text);
  return words.every((word) => folded.includes(word));
}
