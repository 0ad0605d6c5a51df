/**
 * The time from a key to the paint, by the browser's Event Timing. Browsers measure what takes 16 ms or more, in steps
 * of 8, and only count the rest: an unmeasured key counts as 16.
 */
const FASTEST_MS = 16;

declare global {
  interface PerformanceObserverInit {
    /** Event Timing's minimum: faster events are only counted, in ms. */
    durationThreshold?: number;
  }
}

/** Calls back with the durations of all later keys, in ms. Returns a function that unsubscribes. */
export function watchKeys(handleDurations: (durations: readonly number[]) => void): () => void {
  // Not every browser measures events.
  if (!PerformanceObserver.supportedEntryTypes.includes('event')) return () => {};
  const countedBefore = countKeys();
  const timed: number[] = [];
  const observer = new PerformanceObserver((list) => {
    timed.push(...list.getEntriesByName('keydown').map(({ duration }) => duration));
    const fast = Math.max(0, countKeys() - countedBefore - timed.length);
    handleDurations([...timed, ...Array<number>(fast).fill(FASTEST_MS)]);
  });
  observer.observe({ type: 'event', durationThreshold: FASTEST_MS });
  return () => observer.disconnect();
}

const countKeys = () => performance.eventCounts.get('keydown') ?? 0;
