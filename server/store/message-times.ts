/**
 * Two times of a message. One decides its place and begins its id: it never goes back within a conversation, whatever
 * the clock does. The other is the time of sending. It is stored only if it is earlier: then an earlier message was
 * sent while the clock was ahead. So a corrected clock gives correct times at once, and the order stays. PostgreSQL
 * does the same in `append_messages`.
 */

/** The id format lasts until 2106. */
const LATEST = 0xffff_ffff * 1000 + 999;

/** Smaller differences are ignored: the clocks of two nodes differ by that much. */
const IGNORED_DIFFERENCE_MS = 1_000;

export const toPlace = (at: number): number => Math.min(at, LATEST);

/** Null if it equals the time of the place. */
export const toSentAt = (place: number, at: number): number | null =>
  place - at > IGNORED_DIFFERENCE_MS ? at : null;
