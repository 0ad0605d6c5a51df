/**
 * A text as one WebSocket frame from a server (RFC 6455, section 5.2), in one piece of memory: it goes out in one
 * write, where a library that keeps header and content apart needs two.
 */

/** The only frame of its message, and text. */
const FINAL_TEXT = 0x81;

/** Lengths up to this stand in the header's second byte; above, it says how many bytes hold the length. */
const SHORT_MAX = 125;
const LENGTH_IN_2_BYTES = 126;
const LENGTH_IN_8_BYTES = 127;

export function frameText(text: string): Buffer {
  const length = Buffer.byteLength(text);
  if (length <= SHORT_MAX) return fill(text, 2, length, length);
  if (length <= 0xffff) {
    const frame = fill(text, 4, length, LENGTH_IN_2_BYTES);
    frame.writeUInt16BE(length, 2);
    return frame;
  }
  const frame = fill(text, 10, length, LENGTH_IN_8_BYTES);
  frame.writeBigUInt64BE(BigInt(length), 2);
  return frame;
}

/** A frame whose long form of the length, if it has one, is yet to be written. */
function fill(text: string, headerBytes: number, length: number, secondByte: number): Buffer {
  const frame = Buffer.allocUnsafe(headerBytes + length);
  frame[0] = FINAL_TEXT;
  frame[1] = secondByte;
  frame.write(text, headerBytes);
  return frame;
}
