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

/** Disconnects a client that does not read: data written half a minute ago still waits. */

const STALL_MS = 30_000;

interface Outlet {
  /** All bytes ever written for the client. Read only while some wait. */
  countWritten(): number;
  /** Those of them that the client has not taken. */
  countWaiting(): number;
  close(): void;
}

/** Returns a function that stops the watch. */
export function closeWhenStalled(watch: Watch, { countWritten, countWaiting, close }: Outlet) {
  /** Waiting data at that time: the client must take all up to `upTo` in time. */
  let target: { upTo: number; at: number } | undefined;

  return watch.add(() => {
    const waiting = countWaiting();
    if (waiting === 0) {
      target = undefined;
      return;
    }
    const written = countWritten();
    if (!target || written - waiting >= target.upTo) target = { upTo: written, at: watch.now() };
    else if (watch.now() - target.at >= STALL_MS) close();
  });
}
