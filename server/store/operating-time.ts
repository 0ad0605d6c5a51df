/**
 * How long servers have run on these data, in ms: what sessions, keys and limits end by. No clock that is wrong or set
 * moves it, since processes only add what they measure themselves; of time in which none ran, or the machine slept,
 * it knows nothing. It began as the time of day, so that ends that were stored before it still fit.
 *
 * It is kept with the data from time to time. Several nodes do so at once: none of them is ever ahead of the time that
 * has really passed, so the furthest is right. What a crash loses only makes it slower.
 */
const KEEP_MS = 60_000;

export type OperatingTime = () => number;

export function createOperatingTime(options: {
  /** As it was kept last. */
  start: number;
  /** A clock that is never set back. */
  now: () => number;
  /** Keeps it, unless a later one is kept; answers the later one. */
  keep: (ms: number) => Promise<number>;
}) {
  const { now, keep } = options;
  let known = options.start;
  let knownAt = now();

  function measure(): number {
    return known + now() - knownAt;
  }

  async function keepNow(): Promise<void> {
    // When it fails, the next time keeps more.
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
