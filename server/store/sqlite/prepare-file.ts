/**
 * Makes sure that there is a database to work with, before anything else opens it: creates the file,
 * checks what is there, and brings its schema up to date.
 * Throws a DomainError `storageUnavailable` whose message is a sentence for the person who starts the server.
 */
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { DomainError } from '../../domain/errors.ts';
import type { Note } from '../migrations.ts';
import { type ConnectionOptions, openForWriting } from './connection.ts';
import { RESULT, readResultCode } from './faults.ts';
import { makePrivate } from './lock.ts';
import { migrate } from './migrate.ts';

/** Before it, two connections that write and checkpoint at once can corrupt the file. */
const OLDEST_SQLITE = [3, 51, 3];

export function prepareFile(options: ConnectionOptions, note: Note): void {
  makePrivate(options.file);
  const database = openForWriting(options);
  try {
    requireSafeSqlite(database);
    migrate(database, options.file, note);
  } finally {
    database.close();
  }
}

/** Throws a DomainError `storageUnavailable`. */
export function requireSafeSqlite(database: DatabaseSync): void {
  const version = String(database.prepare('select sqlite_version() as version').get()?.version);
  const parts = version.split('.').map(Number);
  const difference = OLDEST_SQLITE.map((oldest, index) => (parts[index] ?? 0) - oldest);
  if ((difference.find((part) => part !== 0) ?? 0) < 0) {
    throw new DomainError(
      'storageUnavailable',
      `SQLite ${version} is too old: Duet needs ${OLDEST_SQLITE.join('.')} or newer, which comes with its own Node.`,
    );
  }
}

/** What the person who starts the server can do about it. */
export function explainOpenError(error: unknown, file: string): DomainError {
  if (error instanceof DomainError) return error;
  return new DomainError('storageUnavailable', describeOpenError(error, file), { cause: error });
}

function describeOpenError(error: unknown, file: string): string {
  const isFromFolder = error instanceof Error && 'syscall' in error;
  switch (isFromFolder ? RESULT.cantopen : readResultCode(error)) {
    case RESULT.notadb:
      return `${file} is not a database: move it away, or choose another data directory.`;
    case RESULT.corrupt:
      return `${file} is damaged: restore it from a backup.`;
    case RESULT.busy:
    case RESULT.locked:
      return `${file} is locked by another program: end that, or wait until it is done.`;
    case RESULT.full:
      return `The disk that holds ${file} is full.`;
    case RESULT.cantopen:
    case RESULT.readonly:
      return `${dirname(file)} cannot be written to: check that it is a directory of the user who runs Duet.`;
    default:
      return `${file} cannot be used: ${error instanceof Error ? error.message : error}`;
  }
}
