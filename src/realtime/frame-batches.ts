/**
 * Gathers events of one frame, so that many are handled and shown together: the screen changes once per frame. An event
 * after a frame without any is passed on at once.
 */

/** For windows that paint no frames although they are not hidden, in ms. */
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

  /** Passes on what waits. Call it before anything that must come after it. */
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
      // A hidden window paints nothing, and a browser may delay its timers by a minute.
      if (frame === undefined || document.visibilityState === 'hidden') flush();
    },
    flush,
    /** Drops what waits. */
    close(): void {
      waiting = [];
      stopWaiting();
    },
  };
}
