/**
 * Gathers what comes within one frame, so that a flood is handled and shown together: however much comes,
 * the screen changes once for each frame. What comes after a quiet frame is passed on at once.
 */

/** Where no frames are painted though the window is not hidden, in ms. */
const MAX_WAIT_MS = 100;

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
    timer = setTimeout(flush, MAX_WAIT_MS);
    handle(batch);
  }

  return {
    add(item: T): void {
      waiting.push(item);
      // A hidden window paints nothing, and a browser may let its timers stand for a minute.
      if (frame === undefined || document.visibilityState === 'hidden') flush();
    },
    flush,
    /** Forgets what waits. */
    close(): void {
      waiting = [];
      stopWaiting();
    },
  };
}
