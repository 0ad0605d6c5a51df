/** Pauses. */

/** Resolves after a time in ms; rejects when `signal` is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const handleAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', handleAbort);
      resolve();
    }, ms);
    if (signal.aborted) handleAbort();
    else signal.addEventListener('abort', handleAbort);
  });
}

/** How long the work runs before a pause, in ms. */
const SLICE_MS = 8;

/** A `map` for long work, with pauses for other tasks. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  change: (item: Item) => Result,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let began = performance.now();
  for (const item of items) {
    if (performance.now() - began > SLICE_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      began = performance.now();
    }
    results.push(change(item));
  }
  return results;
}
