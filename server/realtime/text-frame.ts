/**
 * Encodes texts as WebSocket server frames (RFC 6455, section 5.2), all in one buffer: one write sends them. A library
 * that writes each frame separately, with header and content apart, needs two writes for each.
 */

/** A text message in a single frame. */
const FINAL_TEXT = 0x81;

/** Lengths up to this are in the header's second byte; a larger value says how many bytes hold the length. */
const MAX_SHORT = 125;
const LENGTH_IN_2_BYTES = 126;
const MAX_MIDDLE = 0xffff;
const LENGTH_IN_8_BYTES = 127;

export function frameTexts(texts: string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const size = lengths.reduce((sum, length) => sum + headerBytes(length) + length, 0);
  const frames = Buffer.allocUnsafe(size);
  let at = 0;
  for (const [index, text] of texts.entries()) {
    at = writeHeader(frames, at, lengths[index] ?? 0);
    at += frames.write(text, at);
  }
  return frames;
}

function headerBytes(length: number): number {
  if (length <= MAX_SHORT) return 2;
  return length <= MAX_MIDDLE ? 4 : 10;
}

/** Returns where the content begins. */
function writeHeader(frames: Buffer, at: number, length: number): number {
  frames[at] = FINAL_TEXT;
  if (length <= MAX_SHORT) {
    frames[at + 1] = length;
    return at + 2;
  }
  if (length <= MAX_MIDDLE) {
    frames[at + 1] = LENGTH_IN_2_BYTES;
    return frames.writeUInt16BE(length, at + 2);
  }
  frames[at + 1] = LENGTH_IN_8_BYTES;
  return frames.writeBigUInt64BE(BigInt(length), at + 2);
}
