/** The beginning of a message in the people list and notifications: both ends cut it in the same way. */
import { splitGraphemes } from '../lib/graphemes.ts';

/** In UTF-16 code units. */
const PREVIEW_LENGTH = 140;

/** Ends with a whole letter as readers see it. */
export function cutPreview(text: string): string {
  if (text.length <= PREVIEW_LENGTH) return text;
  // Whether a letter ends at the limit is decided by the code point behind it.
  const letters = splitGraphemes(text.slice(0, PREVIEW_LENGTH + 2));
  let end = 0;
  for (const { length } of letters) {
    if (end + length > PREVIEW_LENGTH) break;
    end += length;
  }
  // A letter with marks without end is cut, but not in the middle of a surrogate pair.
  return end > 0
    ? text.slice(0, end)
    : text.slice(0, PREVIEW_LENGTH).replace(/\p{Surrogate}$/u, '');
}
