/** Answers true at most `count` times in each stretch of `perMs`. */
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
