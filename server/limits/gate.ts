/** Limits the simultaneous work of one key. The rest waits in order, up to a number. */

/** Called once: a place is free, or the wait ends with an error. */
type Begin = (error?: Error) => void;

export interface Gate {
  hasPlace(key: string): boolean;
  /**
   * Calls `begin` when a place is free. Returns a function that gives up the place or the wait; undefined if too many
   * already wait.
   */
  enter(key: string, begin: Begin): (() => void) | undefined;
  refuseWaiting(key: string, error: Error): void;
}

export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }): Gate {
  /** The first `atOnce` of each key are running. */
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

/** Runs work of one key at a time, or a few, in order; that of others does not wait for it. */
export function createTurns(atOnce: number) {
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
