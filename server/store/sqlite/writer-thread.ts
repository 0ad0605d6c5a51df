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
import { type Outcome, toFailure } from '../../domain/thread-outcomes.ts';
import { LONG_WRITES, runCalls, SHORT_WRITES } from '../calls.ts';
import { type ConnectionOptions, emptyLog, openForWriting } from './connection.ts';
import { describeFault, isStorageFault, toCommitError } from './faults.ts';
import { prepareMessageWrites } from './message-writes.ts';
import { type CommitOrder, createCommitOrder } from './numbers.ts';
import type { Asked, Handlers, OperationName, Request } from './operations.ts';
import { prepareReceiptWrites } from './receipts.ts';
import { prepareSteps } from './steps.ts';

const options: ConnectionOptions = workerData;
let connection: { database: DatabaseSync; batches: Batches } | undefined;
let isLogInDoubt = false;
let emptying: NodeJS.Timeout | undefined;
/** Time of the call that is carried out. */
let askedAt = 0;

/** Many deletions share it, since it waits for the disk several times. */
const EMPTY_LOG_AFTER_MS = 1_000;

function connect() {
  const database = openForWriting(options);
  try {
    const order = createCommitOrder(database);
    const handlers = prepareHandlers(database, order, () => askedAt);
    // Writing the same value would change nothing.
    if (isLogInDoubt) database.exec('update health set checked_at = checked_at + 1');
    isLogInDoubt = false;
    return { database, batches: createBatches(database, eraseFromLog(handlers)) };
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

/** What a deleted message held is also erased from the log. */
const eraseFromLog = (handlers: Handlers): Handlers => ({
  ...handlers,
  changeMessage(asked) {
    if (asked.change.kind === 'delete') emptyLogSoon();
    return handlers.changeMessage(asked);
  },
});

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
  } else {
    clearTimeout(emptying);
    disconnect();
    parentPort?.close();
  }
});

/**
 * Group commit: all operations of a batch share one transaction, and so one wait for the disk. A refusal (a
 * DomainError, thrown before any change) concerns its own operation only. Any other error is thrown: then nothing of the
 * batch was stored, unless the error says that the outcome is unknown.
 */
export interface Batches {
  run(operations: Asked[]): Outcome[];
}

export function createBatches(database: DatabaseSync, handlers: Handlers): Batches {
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');

  function commitNow(): void {
    try {
      commit.run();
    } catch (error) {
      throw toCommitError(error);
    }
  }

  return {
    run(operations) {
      begin.run();
      try {
        const outcomes = operations.map((operation) => carryOut(handlers, operation));
        commitNow();
        return outcomes;
      } catch (error) {
        // SQLite itself ends the transaction on some faults.
        if (database.isTransaction) database.exec('rollback');
        throw error;
      }
    },
  };
}

function carryOut<Name extends OperationName>(
  handlers: Handlers<Name>,
  { name, args, at }: Asked<Name>,
): Outcome {
  askedAt = at;
  try {
    return { kind: 'done', result: handlers[name](...args) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return toFailure(error);
  }
}

/** Whether the storage failed, so that the connection must not be used again. */
export function isFault(error: unknown): boolean {
  return isStorageFault(error) || error instanceof DomainError;
}

export function toOutcome(error: unknown): Outcome {
  if (error instanceof DomainError || !isStorageFault(error)) return toFailure(error);
  const message = describeFault(error);
  return toFailure(new DomainError('storageUnavailable', message, { cause: error }));
}

/** All operations of the writer, prepared on its connection. `now` is the time of the call. */
export function prepareHandlers(
  database: DatabaseSync,
  { nextNumber }: CommitOrder,
  now: () => number,
): Handlers {
  const run = prepareSteps(database, { now, nextNumber });
  const recordHealth = database.prepare(`
    insert into health (id, checked_at) values (1, ?)
    on conflict (id) do update set checked_at = excluded.checked_at`);

  return {
    ...runCalls({ ...SHORT_WRITES, ...LONG_WRITES }, run),
    ...prepareMessageWrites(database, { run, nextNumber, now }),
    ...prepareReceiptWrites(database),
    checkHealth: () => {
      recordHealth.run(now());
    },
  };
}
