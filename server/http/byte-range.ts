/** The header `Range` (RFC 9110, section 14): which bytes a client requests. */

interface ByteRange {
  /** First and last byte, both inclusive. */
  first: number;
  last: number;
}

const SINGLE = /^bytes=(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))$/i;

/**
 * Undefined for the whole content: no header, another unit, or several ranges, which a server may ignore. `outside` if
 * the range is outside the content.
 */
export function readByteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'outside' | undefined {
  const match = header === undefined ? null : SINGLE.exec(header.replaceAll(' ', ''));
  if (!match) return undefined;
  const [, from, to, suffix] = match;
  const end = size - 1;
  const first = from === undefined ? Math.max(0, size - Number(suffix)) : Number(from);
  const last = from === undefined || to === undefined ? end : Math.min(end, Number(to));
  // A range that ends before it begins is invalid.
  if (from !== undefined && to !== undefined && Number(to) < first) return undefined;
  return first > last ? 'outside' : { first, last };
}
