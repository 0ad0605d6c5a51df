/** Returns true at most `count` times in each stretch of `perMs`. */
export function createBudget({ count, perMs }: { count: number; perMs: number }): () => boolean {
  let since = 0;
  let used = 0;
  return () => {
    const now = performance.now();
    if (now - since >= perMs) {
      since = now;
      used = 0;
    }
    used += 1;
    return used <= count;
  };
}

/** One budget per key, over all that happens under it. */
export interface Budgets {
  spend(key: string): boolean;
  /** Whether the next would be too many. */
  isSpent(key: string): boolean;
}

/** Keys are forgotten when their time is over and there are many. */
const MAX_KEYS = 1_000;

export function createBudgets({ count, perMs }: { count: number; perMs: number }): Budgets {
  const windows = new Map<string, { since: number; used: number }>();
  let sweptAt = 0;

  function find(key: string): { since: number; used: number } {
    const now = performance.now();
    const known = windows.get(key);
    if (known && now - known.since < perMs) return known;
    // Once in a window: all of them are looked at, however many people there are.
    if (windows.size >= MAX_KEYS && now - sweptAt >= perMs) {
      sweptAt = now;
      for (const [each, { since }] of windows) if (now - since >= perMs) windows.delete(each);
    }
    const begun = { since: now, used: 0 };
    windows.set(key, begun);
    return begun;
  }

  return {
    spend(key) {
      const window = find(key);
      window.used += 1;
      return window.used <= count;
    },
    isSpent: (key) => find(key).used >= count,
  };
}
