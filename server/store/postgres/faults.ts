/**
 * Distinguishes faults of the storage (unreachable, shutting down, disk full) from errors of one statement. The
 * messages are for users of the chat; the cause keeps PostgreSQL's own message for the log.
 */
import pg from 'pg';
import { DomainError } from '../../domain/errors.ts';

/** Codes by https://www.postgresql.org/docs/current/errcodes-appendix.html. */
export const STATE = {
  diskFull: '53100',
  tooManyConnections: '53300',
  deadlock: '40P01',
  serializationFailure: '40001',
  wrongAuthorization: '28000',
  wrongPassword: '28P01',
  noSuchDatabase: '3D000',
  insufficientPrivilege: '42501',
  readOnly: '25006',
} as const;

/** Classes of errors in one statement or its values; all other classes concern the storage. */
const STATEMENT_CLASSES: ReadonlySet<string> = new Set([
  '0A', // a feature that is not supported
  '21', // a row twice in one command
  '22', // a value that cannot be
  '23', // a constraint
  '42', // a statement that cannot be understood
  'P0', // raised by a function
]);

const UNAVAILABLE = 'The server cannot reach its storage at the moment. Please try again shortly.';
const FULL = 'The disk of the server is full, so nothing was saved. Please try again later.';

/** PostgreSQL's error code; undefined if it did not answer. */
export function readState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** Whether an immediate retry may succeed: deadlocks and failed serialisation. */
export function isConflict(error: unknown): boolean {
  const state = readState(error);
  return state === STATE.deadlock || state === STATE.serializationFailure;
}

/** For an error thrown by a query. Without a code there was no answer: the connection has failed. */
function isStorageFault(error: unknown): boolean {
  const state = readState(error);
  return state === undefined || !STATEMENT_CLASSES.has(state.slice(0, 2));
}

export function toDomainError(error: unknown): unknown {
  if (!isStorageFault(error)) return error;
  const state = readState(error);
  const message = state === STATE.diskFull ? FULL : UNAVAILABLE;
  // An unanswered query may have been done before the connection broke.
  return new DomainError('storageUnavailable', message, {
    cause: error,
    isOutcomeUnknown: state === undefined,
  });
}

/** The same for an error when opening a connection: no query was sent, so nothing was done. */
export function toUnreachable(error: unknown): DomainError {
  return new DomainError('storageUnavailable', UNAVAILABLE, { cause: error });
}
