/**
 * Remembers the latest `count` that were noted. Noting costs next to nothing, since it happens with every message;
 * finding one looks at all of them.
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
