/**
 * Remembers the latest `count` items. Adding is very cheap, since every message does it; a lookup scans all of them.
 */
export function createRecent<Item>(count: number) {
  const latest: Item[] = [];
  let next = 0;
  return {
    note(item: Item): void {
      latest[next] = item;
      next = (next + 1) % count;
    },
    has: (item: Item) => latest.includes(item),
  };
}
