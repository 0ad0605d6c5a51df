/** The epoch of the data, as the latest new connection found it (`migrations/0014-place.sql`). */
export interface Epoch {
  read(): string;
  note(epoch: string): void;
  /** Calls back after a change. */
  watch(listener: () => void): void;
}

export function createEpoch(): Epoch {
  let known: string | undefined;
  const listeners: Array<() => void> = [];
  return {
    read() {
      if (known === undefined) throw new Error('No connection was opened yet.');
      return known;
    },
    note(epoch) {
      const isChange = known !== undefined && known !== epoch;
      known = epoch;
      if (isChange) for (const listen of listeners) listen();
    },
    watch: (listener) => listeners.push(listener),
  };
}
