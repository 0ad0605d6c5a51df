/** How many calls of one key are under way at a time. Further ones wait in order, up to a number. */

/** Called once: there is a place, or the wait ends with an error. */
type Begin = (error?: Error) => void;

export interface Gate {
  hasPlace(key: string): boolean;
  /**
   * Calls `begin` when there is a place. Returns what gives up the place, or the wait for it; nothing when too many
   * wait already.
   */
  enter(key: string, begin: Begin): (() => void) | undefined;
  refuseWaiting(key: string, error: Error): void;
}

export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }): Gate {
  /** Of each key the first `atOnce` are under way. */
  const queues = new Map<string, Begin[]>();

  return {
    hasPlace: (key) => (queues.get(key)?.length ?? 0) < atOnce,

    enter(key, begin) {
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
    },

    refuseWaiting(key, error) {
      for (const begin of queues.get(key)?.splice(atOnce) ?? []) begin(error);
    },
  };
}
