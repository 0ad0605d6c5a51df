/** Addresses from which pictures may be shown; any other is treated as broken. */

const SHOWN = /^(?:https?:|blob:|data:image\/(?!svg))/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Web addresses, also relative ones, blobs, and data URLs of pictures; an SVG counts as a document. */
export function isPictureAddress(address: string): boolean {
  // Browsers ignore these anywhere in a scheme.
  const start = address.slice(0, 200).replace(/[^\x21-\x7e]/g, '');
  return SHOWN.test(start) || !SCHEME.test(start);
}
