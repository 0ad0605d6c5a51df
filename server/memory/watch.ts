/**
 * Checks everything that must not stall, with one timer. Its time is monotonic, so setting the clock changes nothing.
 */
export interface Watch {
  now(): number;
  /** Calls `look` from time to time, until the returned function is called. */
  add(look: () => void): () => void;
  close(): void;
}

const SWEEP_MS = 5_000;

export function createWatch(): Watch {
  const looks = new Set<() => void>();
  const timer = setInterval(() => {
    for (const look of looks) look();
  }, SWEEP_MS).unref();
  return {
    now: () => performance.now(),
    add(look) {
      looks.add(look);
      return () => void looks.delete(look);
    },
    close: () => clearInterval(timer),
  };
}
