/**
 * The visible parts of a picture's file, the same for both ends. Everything else is removed, since places, devices,
 * texts, times and private data are not for other people. The client removes it before sending, the server for all
 * other clients.
 */

/** PNG chunks with the most bytes of each (W3C PNG, third edition). */
const CHUNKS: ReadonlyMap<string, number> = new Map([
  ...Object.entries({
    IHDR: 13,
    PLTE: 768,
    IEND: 0,
    tRNS: 256,
    gAMA: 4,
    cHRM: 32,
    sRGB: 1,
    cICP: 4,
  }),
  ...Object.entries({ mDCV: 24, cLLI: 8, sBIT: 4, bKGD: 6, pHYs: 9, acTL: 8, fcTL: 26 }),
  ...['IDAT', 'fdAT', 'iCCP'].map((name) => [name, Number.POSITIVE_INFINITY] as const),
]);

/** `length` is that of the chunk's data: a longer chunk holds more than what is shown. */
export const isShownChunk = (name: string, length: number): boolean =>
  length <= (CHUNKS.get(name) ?? Number.NEGATIVE_INFINITY);

/** How many bytes of a segment's body identify it. */
export const SEGMENT_NAME_LENGTH = 12;

/** SOF0 to SOF15 with DHT and DAC, but without JPG; then SOS, DQT, DNL and DRI. */
const isCoding = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= 0xda && marker <= 0xdd);

/**
 * JPEG segments by marker and the beginning of the body, as Latin-1 (ITU T.81, annex B). Of what programs add, only
 * JFIF, the colour profile and Adobe's colour coding are visible. Comments and reserved segments are removed.
 */
export function isShownSegment(marker: number, name: string): boolean {
  if (marker === 0xe0) return name.startsWith('JFIF\0');
  if (marker === 0xe2) return name.startsWith('ICC_PROFILE\0');
  if (marker === 0xee) return name.startsWith('Adobe');
  return isCoding(marker);
}
