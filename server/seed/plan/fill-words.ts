import { isWordKind, WORDS } from '../phrases/words.ts';
import type { Random } from '../random.ts';

/**
 * Puts a word in each brace. `meanings` keeps what a brace stood for, so that an exchange stays about
 * the same thing; `avoid` names people who would be told about themselves.
 */
export function fillWords(
  template: string,
  meanings: Map<string, string>,
  avoid: readonly string[],
  random: Random,
): string {
  const filled = template.replaceAll(
    /(\b[Aa] )?\{(\w+)\}/g,
    (brace, article: string | undefined, kind: string) => {
      if (!isWordKind(kind)) throw new Error(`There are no words for ${brace}.`);
      const words: readonly string[] = WORDS[kind];
      const word = meanings.get(kind) ?? random.pick(words.filter((each) => !avoid.includes(each)));
      meanings.set(kind, word);
      const needsN = article !== undefined && /^[aeiou]/i.test(word);
      return `${needsN ? article.replace(' ', 'n ') : (article ?? '')}${word}`;
    },
  );
  // A word from a list may stand where a sentence begins.
  return template.includes('{')
    ? filled.replaceAll(
        /(^|[.?!] )(\p{Ll})/gu,
        (_, before: string, letter: string) => before + letter.toUpperCase(),
      )
    : filled;
}
