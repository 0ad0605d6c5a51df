/** Remembers what was noted last: at least `count`, and less than twice as many. Costs the same however many that is. */
export function createRecent<Item>(count: number) {
  let newer = new Set<Item>();
  let older = new Set<Item>();
  return {
    note(item: Item): void {
      newer.add(item);
      if (newer.size < count) return;
      older = newer;
      newer = new Set();
    },
    has: (item: Item) => newer.has(item) || older.has(item),
  };
}
