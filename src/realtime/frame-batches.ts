/**
 * Gathers what comes within one frame, so that a flood is handled and shown together: however much comes,
 * the screen changes once for each frame. What comes after a quiet frame is passed on at once.
 */

/** Where no frames are painted, as in a window in the background, in ms. */
const LONGEST_WAIT_MS = 100;

export function createFrameBatches<T>(handle: (batch: readonly T[]) => void) {
  let waiting: T[] = [];
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stopWaiting(): void {
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
    clearTimeout(timer);
  }

  /** Passes on what waits. Call it before anything that has to come after it. */
  function flush(): void {
    stopWaiting();
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    frame = requestAnimationFrame(flush);
    timer = setTimeout(flush, LONGEST_WAIT_MS);
    handle(batch);
  }

  return {
    add(item: T): void {
      waiting.push(item);
      if (frame === undefined) flush();
    },
    flush,
    /** Forgets what waits. */
    close(): void {
      waiting = [];
      stopWaiting();
    },
  };
}
