/**
 * Formatting of message texts: `*bold*`, `_italic_`, `~struck~`, `` `code` ``, blocks of code between lines of three
 * backticks, lines of quotes (`> `) and lists (`- `, `1. `). Only messages are formatted: previews, notifications and
 * search results show a text as it was typed, and so is it copied.
 */
import { makeLateCode } from '../../../lib/late-code.ts';

export const formattedText = makeLateCode(() => import('./formatted-text.tsx'));

/** Fast and tolerant: only texts that pass are parsed. */
export function mayHaveFormat(text: string): boolean {
  return /[*_~`]|^(?:> |- \S|\d{1,3}\. \S)/m.test(text);
}
