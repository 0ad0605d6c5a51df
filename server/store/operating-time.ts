/**
 * How long servers have run on these data, in ms. Sessions, keys and limits end by it. A wrong clock does not change
 * it, since processes add only the time that they measure themselves; time without a running server, or in sleep, does
 * not count. It began as the time of day, so that ends stored before it existed still fit.
 *
 * It is saved with the data from time to time. Several nodes may save it at once: none is ever ahead of the time that
 * has really passed, so the largest value is right. Time lost in a crash only delays it.
 */
const KEEP_MS = 60_000;

export type OperatingTime = () => number;

export function createOperatingTime(options: {
  /** The value saved last. */
  start: number;
  /** A clock that is never set back. */
  now: () => number;
  /** Saves it unless a later one is saved; returns the later one. */
  keep: (ms: number) => Promise<number>;
}) {
  const { now, keep } = options;
  let known = options.start;
  let knownAt = now();

  function measure(): number {
    return known + now() - knownAt;
  }

  async function keepNow(): Promise<void> {
    // If it fails, the next save includes this time.
    const kept = await keep(Math.floor(measure())).catch(() => 0);
    known = Math.max(measure(), kept);
    knownAt = now();
  }

  const timer = setInterval(keepNow, KEEP_MS);
  timer.unref();

  return {
    read: (): number => Math.floor(measure()),
    async close(): Promise<void> {
      clearInterval(timer);
      await keepNow();
    },
  };
}
