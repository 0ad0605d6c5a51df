/** The timers of pushes. */
export interface Timing {
  /** Ms, never set back. */
  now(): number;
  /** Returns a function that cancels it. */
  after(ms: number, act: () => void): () => void;
}

export const timingOf = (now: () => number): Timing => ({
  now,
  after(ms, act) {
    const timer = setTimeout(act, ms).unref();
    return () => clearTimeout(timer);
  },
});
