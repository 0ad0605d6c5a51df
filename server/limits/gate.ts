/** Limits the simultaneous work of one key. The rest waits in order, up to a number. */

export interface Gate {
  /**
   * Calls `begin` when a place is free. Returns a function that gives up the place or the wait; undefined if too many
   * already wait.
   */
  enter(key: string, begin: () => void): (() => void) | undefined;
}

export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }): Gate {
  /** The first `atOnce` of each key are running. */
  const queues = new Map<string, Array<() => void>>();

  return {
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
  };
}

/** Runs work of one key at a time, or a few, in order; that of others does not wait for it. `work` does not throw at once. */
export function createKeyedLimit(atOnce: number) {
  const gate = createGate({ atOnce, waiting: Number.POSITIVE_INFINITY });
  return <Result>(key: string, work: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const leave = gate.enter(key, () => {
        void work()
          .then(resolve, reject)
          .finally(() => leave?.());
      });
    });
}
