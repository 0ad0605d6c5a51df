/**
 * Looks again and again, by one timer, at what must not stand still. Time is monotonic: a clock that is set changes
 * nothing here.
 */
export interface Watch {
  now(): number;
  /** `look` is called from time to time until the function that comes back is. */
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
