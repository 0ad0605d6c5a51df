/** Addresses that pictures may be shown from; whatever else a stranger put there is treated as broken. */

const SHOWN = /^(?:https?:|blob:|data:image\/(?!svg))/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Web addresses, also relative ones, blobs, and data URLs of pictures; an SVG is a document. */
export function isPictureAddress(address: string): boolean {
  // Browsers skip these wherever they stand in a scheme.
  const start = address.slice(0, 200).replace(/[^\x21-\x7e]/g, '');
  return SHOWN.test(start) || !SCHEME.test(start);
}
