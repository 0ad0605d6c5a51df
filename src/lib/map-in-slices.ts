/** How long the work goes on before something else has its turn, in ms. */
const SLICE_MS = 8;

/** `map` for what takes its time, with pauses for whatever else there is to do. */
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
