/** A client that does not read: what was written for it half a minute ago still waits. */
import type { Watch } from './watch.ts';

const STALL_MS = 30_000;

interface Outlet {
  /** All bytes that were ever written for the client. Read only while some wait. */
  countWritten(): number;
  /** Those of them that it has not taken. */
  countWaiting(): number;
  cut(): void;
}

/** Returns what ends it. */
export function cutWhenStalled(watch: Watch, { countWritten, countWaiting, cut }: Outlet) {
  /** Waited at that time: all of `upTo` must be taken before its time is over. */
  let mark: { upTo: number; at: number } | undefined;

  return watch.add(() => {
    const waiting = countWaiting();
    if (waiting === 0) {
      mark = undefined;
      return;
    }
    const written = countWritten();
    if (!mark || written - waiting >= mark.upTo) mark = { upTo: written, at: watch.now() };
    else if (watch.now() - mark.at >= STALL_MS) cut();
  });
}
