/** Letters as readers see them (grapheme clusters, UAX 29): with their accents, and an emoji as a whole. */

type Split = (text: string) => string[];

let split: Split | undefined;

/** Without marks, joiners and line ends: each letter is one code unit. */
const PLAIN = /^[ -~\u00a0-\u02ff\u2010-\u2027]*$/;

export function splitGraphemes(text: string): string[] {
  // A start of the app often needs no more, and making a segmenter is a tenth of its work.
  if (PLAIN.test(text)) return [...text];
  split ??= makeSplit();
  return split(text);
}

function makeSplit(): Split {
  // Firefox has it from 125 on.
  if (typeof Intl.Segmenter === 'undefined') {
    // Nearly as good: emoji as a whole, pairs of flags, and letters with their marks.
    // biome-ignore lint/complexity/useRegexLiterals: TypeScript's target has no flag v, all named browsers have.
    const cluster = new RegExp('\\r\\n|\\p{RGI_Emoji}\\p{M}*|\\P{M}?[\\p{M}\\u200d]*', 'gsv');
    return (text) => (text.match(cluster) ?? []).filter((part) => part !== '');
  }
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return (text) => Array.from(segmenter.segment(text), ({ segment }) => segment);
}
