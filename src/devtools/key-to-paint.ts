/**
 * From a key to the paint that answers it, by the browser's Event Timing. Browsers time what takes 16 ms
 * or more, in steps of 8, and only count the rest: a key that was not timed stands as 16.
 */
const FASTEST_MS = 16;

declare global {
  interface PerformanceObserverInit {
    /** Of Event Timing: what took less is only counted, in ms. */
    durationThreshold?: number;
  }
}

/** Calls back with the durations of all keys since, in ms. Returns the function that unsubscribes. */
export function watchKeys(handleDurations: (durations: readonly number[]) => void): () => void {
  // Not every browser times events; then there is nothing to tell.
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
