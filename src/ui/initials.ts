import { splitGraphemes } from '../lib/graphemes.ts';

const LETTER = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
/** Scripts whose letters join: two of them beside each other would read as a word. */
const JOINING = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}]/u;
/** Scripts in which names begin with a capital letter. */
const CAPITALS = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u;

/** First letters of the first and last words. */
export function makeInitials(fullName: string): string {
  const letters = fullName.split(/\s+/).flatMap((word) => findLetter(word) ?? []);
  const [first = '', ...others] = letters;
  const last = JOINING.test(first) ? undefined : others.at(-1);
  return [first, last ?? ''].map(capitalize).join('');
}

function findLetter(word: string): string | undefined {
  const letters = splitGraphemes(word);
  return letters.find((letter) => LETTER.test(letter)) ?? letters[0];
}

/** Some letters have no capital of one letter: `ß` would become `SS`. */
function capitalize(letter: string): string {
  const capital = letter.toUpperCase();
  return CAPITALS.test(letter) && splitGraphemes(capital).length === 1 ? capital : letter;
}
