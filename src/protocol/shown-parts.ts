/**
 * What of a picture's file is seen, the same for both ends: all else is left out, as places, devices, texts,
 * times and private data are not for other people. The client leaves it out before the picture travels, the
 * server for whoever sends it otherwise.
 */

const CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs acTL fcTL fdAT'.split(
    ' ',
  ),
);

/** Of a PNG, by its name (W3C PNG, third edition). */
export const isShownChunk = (name: string): boolean => CHUNKS.has(name);

/** How many bytes of a segment's body tell what it is. */
export const SEGMENT_NAME_LENGTH = 12;

/**
 * Of a JPEG, by its marker and the beginning of its body, as Latin-1 (ITU T.81, annex B). Of what programs may
 * add, only JFIF, the colour profile and Adobe's note on how colours are coded are seen. Comments go.
 */
export function isShownSegment(marker: number, name: string): boolean {
  if (marker === 0xe0) return name.startsWith('JFIF\0');
  if (marker === 0xe2) return name.startsWith('ICC_PROFILE\0');
  if (marker === 0xee) return name.startsWith('Adobe');
  const isComment = marker === 0xfe;
  return !isComment && (marker < 0xe0 || marker > 0xef);
}
