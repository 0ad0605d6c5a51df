/**
 * Tells a fault of the storage (out of reach, shutting down, disk full) from an error of one statement.
 * The messages are for people who use the chat; the cause keeps PostgreSQL's own words for the log.
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

/** What is wrong with one statement or its values, by class: every other class is about the storage. */
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

/** The code that PostgreSQL answered; undefined when it did not answer. */
export function readState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** Whether the same again may succeed at once: transactions that waited for each other in a circle. */
export function isConflict(error: unknown): boolean {
  const state = readState(error);
  return state === STATE.deadlock || state === STATE.serializationFailure;
}

/** `error` is one that a query threw. Without a code there was no answer: the connection is the fault. */
function isStorageFault(error: unknown): boolean {
  const state = readState(error);
  return state === undefined || !STATEMENT_CLASSES.has(state.slice(0, 2));
}

/** The error to throw for one that a query threw. */
export function toDomainError(error: unknown): unknown {
  if (!isStorageFault(error)) return error;
  const state = readState(error);
  const message = state === STATE.diskFull ? FULL : UNAVAILABLE;
  // What was not answered may have been done before the connection broke.
  return new DomainError('storageUnavailable', message, {
    cause: error,
    isOutcomeUnknown: state === undefined,
  });
}

/** The same for one that getting a connection threw: nothing was asked for yet, so nothing was done. */
export function toUnreachable(error: unknown): DomainError {
  return new DomainError('storageUnavailable', UNAVAILABLE, { cause: error });
}
