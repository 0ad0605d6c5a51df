/**
 * Links in a text. The finder is fetched with the first text that may contain one; until then, or if that fails, a text
 * is one part without links.
 */
import { makeLateCode } from './load-code.ts';

export const linkFinder = makeLateCode(() => import('./find-links.ts'));

/** Fast and tolerant: the finder is fetched only for texts that pass. */
export function mayHaveLink(text: string): boolean {
  return /:\/\/|mailto:|\w@\w|\w\.\w\w/.test(text);
}
