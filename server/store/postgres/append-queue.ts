/**
 * Group commit: at most one batch of messages is in progress, on its own connection; messages that arrive meanwhile
 * form the next batch. So all that wait share one commit and one round trip, and promises settle in the order of the
 * message numbers.
 *
 * An error of one statement rolls back the batch; then each message gets its own transaction, so that a message that
 * cannot be stored does not affect others. If the database fails, the whole batch rejects with `storageUnavailable`. If
 * its answer was lost, nobody knows whether the batch was stored: a repeat with the same key finds out.
 */
import { DomainError } from '../../domain/errors.ts';
import { tellCommit } from '../commits.ts';

/** Keeps a commit short enough for those who wait for the next one. */
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
    // Messages of one turn of the event loop form one batch.
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
