/** The beginning of a message in the people list and notifications: both ends cut it in the same way. */

/** In UTF-16 code units. */
const PREVIEW_LENGTH = 140;

/** Leaves no half of a surrogate pair at the end. */
export const cutPreview = (text: string): string =>
  text.slice(0, PREVIEW_LENGTH).replace(/\p{Surrogate}$/u, '');
