/** How many calls of one key are under way at a time. Further ones wait in order, up to a number. */

/**
 * Calls `begin` when there is a place. Returns what gives up the place, or the wait for it; nothing when too many wait
 * already.
 */
export type Gate = (key: string, begin: () => void) => (() => void) | undefined;

export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }): Gate {
  /** Of each key the first `atOnce` are under way. */
  const queues = new Map<string, Array<() => void>>();

  return (key, begin) => {
    const queue = queues.get(key) ?? [];
    if (queue.length >= atOnce + waiting) return undefined;
    queues.set(key, queue);
    queue.push(begin);
    if (queue.length <= atOnce) begin();
    return () => {
      const place = queue.indexOf(begin);
      if (place < 0) return;
      queue.splice(place, 1);
      if (place < atOnce) queue[atOnce - 1]?.();
      if (queue.length === 0) queues.delete(key);
    };
  };
}
