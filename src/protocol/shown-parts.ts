/**
 * The visible parts of a picture's file, the same for both ends. Everything else is removed, since places, devices,
 * texts, times and private data are not for other people. The client removes it before sending, the server for all
 * other clients.
 */

const CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs acTL fcTL fdAT'.split(
    ' ',
  ),
);

/** PNG chunks by name (W3C PNG, third edition). */
export const isShownChunk = (name: string): boolean => CHUNKS.has(name);

/** How many bytes of a segment's body identify it. */
export const SEGMENT_NAME_LENGTH = 12;

/**
 * JPEG segments by marker and the beginning of the body, as Latin-1 (ITU T.81, annex B). Of what programs add, only
 * JFIF, the colour profile and Adobe's colour coding are visible. Comments are removed.
 */
export function isShownSegment(marker: number, name: string): boolean {
  if (marker === 0xe0) return name.startsWith('JFIF\0');
  if (marker === 0xe2) return name.startsWith('ICC_PROFILE\0');
  if (marker === 0xee) return name.startsWith('Adobe');
  const isComment = marker === 0xfe;
  return !isComment && (marker < 0xe0 || marker > 0xef);
}
