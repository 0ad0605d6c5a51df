/**
 * Distinguishes faults of the storage (disk full, locked, broken) from errors of one statement. The messages are for
 * users of the chat; the cause keeps SQLite's own message for the log.
 */
import type { DatabaseSync } from 'node:sqlite';
import { DomainError } from '../../domain/errors.ts';

/** Primary result codes, https://sqlite.org/rescode.html. */
export const RESULT = {
  error: 1,
  busy: 5,
  locked: 6,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  toobig: 18,
  constraint: 19,
  mismatch: 20,
  misuse: 21,
  range: 25,
  notadb: 26,
} as const;

/** Errors in one statement or its values; every other code concerns the file or the disk. */
const STATEMENT_CODES: ReadonlySet<number> = new Set([
  RESULT.error,
  RESULT.toobig,
  RESULT.constraint,
  RESULT.mismatch,
  RESULT.misuse,
  RESULT.range,
]);

export function readResultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  // The low byte is the primary code; the rest of an extended code gives details.
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

const UNKNOWN =
  'The server could not make sure that this was saved. Please try again, or look whether it is there.';

export function isStorageFault(error: unknown): boolean {
  const code = readResultCode(error);
  return code !== undefined && !STATEMENT_CODES.has(code);
}

/**
 * The error to throw for an error of COMMIT. If a write or fsync failed, the transaction may still be in the log, and a
 * restart may find it there. A full disk and a lock are reported before the transaction is complete.
 */
export function toCommitError(error: unknown): unknown {
  const code = readResultCode(error);
  if (!isStorageFault(error) || code === RESULT.full || code === RESULT.busy) return error;
  return new DomainError('storageUnavailable', UNKNOWN, { cause: error, isOutcomeUnknown: true });
}

export const DAMAGED =
  'The storage of the server is damaged, so this did not work. Whoever runs the server has to restore a backup.';

export function describeFault(error: unknown): string {
  switch (readResultCode(error)) {
    case RESULT.full:
      return 'The disk of the server is full, so nothing was saved. Please try again later.';
    case RESULT.corrupt:
    case RESULT.notadb:
      return DAMAGED;
    default:
      return 'The server cannot reach its storage at the moment. Please try again shortly.';
  }
}

/** Rejects with `storageUnavailable` if the storage has a fault or is closed. */
export function guardReads(database: DatabaseSync) {
  return async <Result>(query: () => Result): Promise<Result> => {
    if (!database.isOpen)
      throw new DomainError('storageUnavailable', 'The server is shutting down.');
    try {
      return query();
    } catch (error) {
      if (!isStorageFault(error)) throw error;
      throw new DomainError('storageUnavailable', describeFault(error), { cause: error });
    }
  };
}
