/**
 * Group commit: all operations of a batch share one transaction, and so one wait for the disk. A refusal (a
 * DomainError, thrown before any change) concerns its own operation only. Any other error is thrown: then nothing of the
 * batch was stored, unless the error says that the outcome is unknown.
 */
import type { DatabaseSync } from 'node:sqlite';
import { DomainError } from '../../domain/errors.ts';
import { describeFault, isStorageFault, toCommitError } from './faults.ts';
import type { Asked, Handlers, OperationName, Outcome } from './operations.ts';

export interface Batches {
  run(operations: Asked[]): Outcome[];
}

export function createBatches(
  database: DatabaseSync,
  handlers: Handlers,
  handleRollback: () => void,
): Batches {
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
        handleRollback();
        throw error;
      }
    },
  };
}

function carryOut<Name extends OperationName>(
  handlers: Handlers<Name>,
  { name, input }: Asked<Name>,
): Outcome {
  try {
    return { kind: 'done', result: handlers[name](input) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { kind: 'refused', code: error.code, message: error.message };
  }
}

/** Whether the storage failed, so that the connection must not be used again. */
export function isFault(error: unknown): boolean {
  return isStorageFault(error) || error instanceof DomainError;
}

export function toOutcome(error: unknown): Outcome {
  if (error instanceof DomainError) {
    const { code, message, isOutcomeUnknown } = error;
    return { kind: 'refused', code, message, isOutcomeUnknown, detail: describe(error.cause) };
  }
  const detail = describe(error);
  if (!isStorageFault(error)) return { kind: 'failed', detail };
  return { kind: 'refused', code: 'storageUnavailable', message: describeFault(error), detail };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
