/**
 * Owns the only connection that writes, and answers requests in order; `writer.ts` is its counterpart. After a fault or
 * a failed rollback, it closes the connection; the next batch opens a new one, so that no partial work survives the
 * fault.
 *
 * A commit with an unknown outcome may be in the log, where a restart would find it. So the next connection first
 * overwrites it with a commit of its own.
 */
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { DomainError } from '../../domain/errors.ts';
import { type Batches, createBatches, isFault, toOutcome } from './batch.ts';
import { createCommitOrder } from './commit-order.ts';
import { type ConnectionOptions, emptyLog, openForWriting } from './connection.ts';
import type { Asked, Outcome, Request } from './operations.ts';
import { prepareHandlers } from './writes/handlers.ts';
import { createKnownPairs } from './writes/known-pairs.ts';

const options: ConnectionOptions = workerData;
let connection: { database: DatabaseSync; batches: Batches } | undefined;
let isLogInDoubt = false;
let emptying: NodeJS.Timeout | undefined;

/** Many deletions share it, since it waits for the disk several times. */
const EMPTY_LOG_AFTER_MS = 1_000;

function connect() {
  const database = openForWriting(options);
  try {
    const order = createCommitOrder(database);
    const pairs = createKnownPairs();
    const handlers = prepareHandlers(database, order, pairs);
    // Writing the same value would change nothing.
    if (isLogInDoubt) database.exec('update health set checked_at = checked_at + 1');
    isLogInDoubt = false;
    return { database, batches: createBatches(database, handlers, pairs.forgetAll) };
  } catch (error) {
    database.close();
    throw error;
  }
}

function disconnect(): void {
  connection?.database.close();
  connection = undefined;
}

/** Done before the fault is reported; if the disk fails again, the next batch retries. */
function settleLog(): void {
  isLogInDoubt = true;
  try {
    connection = connect();
  } catch {
    // The next batch gets the error.
  }
}

const isErasing = (operation: Asked) =>
  operation.name === 'changeMessage' && operation.input.change.kind === 'delete';

function emptyLogSoon(): void {
  emptying ??= setTimeout(() => {
    emptying = undefined;
    try {
      if (!connection || !emptyLog(connection.database)) emptyLogSoon();
    } catch {
      // A fault of the disk shows itself with the next batch.
      emptyLogSoon();
    }
  }, EMPTY_LOG_AFTER_MS);
}

/** If one operation fails, but not the storage, each of the batch runs in a transaction of its own. */
function runBatch(operations: Asked[]): Outcome[] {
  try {
    connection ??= connect();
    return connection.batches.run(operations);
  } catch (error) {
    if (isFault(error) || connection?.database.isTransaction) disconnect();
    if (error instanceof DomainError && error.isOutcomeUnknown) settleLog();
    if (isFault(error) || operations.length === 1) return operations.map(() => toOutcome(error));
    return operations.flatMap((operation) => runBatch([operation]));
  }
}

parentPort?.on('message', (request: Request) => {
  if (request.kind === 'batch') {
    parentPort?.postMessage(runBatch(request.operations));
    if (request.operations.some(isErasing)) emptyLogSoon();
  } else {
    clearTimeout(emptying);
    disconnect();
    parentPort?.close();
  }
});
