/** Letters as readers see them (grapheme clusters, UAX 29): with their accents, and an emoji as a whole. */

let segmenter: Intl.Segmenter | undefined;

export function splitGraphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
