/**
 * Two times of a message. By the one it takes its place: that never goes back within a conversation, whatever clocks do,
 * and ids begin with it. The other says when it was sent, and is kept only where it is earlier: the clock was ahead when
 * an earlier message was sent. So a clock that is right again gives right times at once, and the order stays.
 * PostgreSQL does the same in `append_messages`.
 */

/** Ids have room until 2106. */
const LATEST = 0xffff_ffff * 1000 + 999;

/** Clocks of two nodes differ by less: nobody sees that. */
const UNSEEN_MS = 1_000;

export const toPlace = (at: number): number => Math.min(at, LATEST);

/** Null where the place tells it. */
export const toSentAt = (place: number, at: number): number | null =>
  place - at > UNSEEN_MS ? at : null;
