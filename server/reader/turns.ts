/** A fair queue for several accounts: one item of each, then the next of each. */
export interface Turns<Item> {
  add(account: string, item: Item): void;
  /** Removes and returns the next item. */
  take(): Item | undefined;
}

export function createTurns<Item>(): Turns<Item> {
  /** The account whose turn is next is first. */
  const queues = new Map<string, Item[]>();
  return {
    add(account, item) {
      const queue = queues.get(account);
      if (queue) queue.push(item);
      else queues.set(account, [item]);
    },
    take() {
      const [next] = queues;
      if (!next) return undefined;
      const [account, queue] = next;
      queues.delete(account);
      const item = queue.shift();
      if (queue.length > 0) queues.set(account, queue);
      return item;
    },
  };
}
