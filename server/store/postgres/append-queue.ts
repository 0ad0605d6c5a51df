/**
 * Group commit: at most one batch of messages is under way, on a connection of its own; what is asked for
 * meanwhile is the next batch. So a commit, and the way to the database and back, is shared by all who wait,
 * and promises settle in the order of the numbers that the messages got.
 *
 * An error of one statement undoes the batch; then each message has a transaction of its own, so that one
 * that cannot be stored takes no other with it. When the database fails, all of the batch rejects with
 * `storageUnavailable`. Where its answer was lost nobody knows whether it was stored: a repeat under the
 * same key finds out.
 */
import { DomainError } from '../../domain/errors.ts';
import { tellCommit } from '../commits.ts';

/** Keeps one commit short enough for those who wait for the next. */
const MAX_BATCH = 500;

interface Pending<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export function createAppendQueue<Item, Result>(
  storeBatch: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Pending<Item, Result>[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    // What is asked for in one turn goes out in one batch.
    await Promise.resolve();
    while (waiting.length > 0) await settle(waiting.splice(0, MAX_BATCH));
    isRunning = false;
  }

  async function settle(batch: Pending<Item, Result>[]): Promise<void> {
    try {
      tellCommit({ size: batch.length });
      const results = await storeBatch(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (result === undefined) reject(new Error('A message of a batch has no outcome.'));
        else resolve(result);
      }
    } catch (error) {
      if (batch.length > 1 && !(error instanceof DomainError)) {
        for (const each of batch) await settle([each]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      void run();
    });
}
