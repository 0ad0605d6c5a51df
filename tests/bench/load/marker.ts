/**
 * The number of a message, written into its text (`#000000000042#xxx…`), so that the receiver finds it
 * in the raw frame without parsing JSON. No id or field name holds a `#`.
 */
const HASH = 35;
const ZERO = 48;
const DIGITS = 12;

/** ASCII of exactly `bytes` characters, at least 14. */
export function writeText(number: number, bytes: number): string {
  return `#${String(number).padStart(DIGITS, '0')}#`.padEnd(bytes, 'x');
}

/** The number in a frame, or -1. */
export function readNumber(frame: Buffer): number {
  const start = frame.indexOf(HASH);
  if (start < 0 || frame[start + DIGITS + 1] !== HASH) return -1;
  let number = 0;
  for (let at = start + 1; at <= start + DIGITS; at += 1) {
    number = number * 10 + (frame[at] ?? ZERO) - ZERO;
  }
  return number;
}
