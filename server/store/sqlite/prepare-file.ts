/**
 * Makes the database ready before anything else opens it: creates the file, checks it, and migrates the schema. Throws
 * a DomainError `storageUnavailable` with a sentence for the person who starts the server.
 */
import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { DomainError, RepairNeeded } from '../../domain/errors.ts';
import type { Note } from '../migrations.ts';
import { hasCode } from '../system-errors.ts';
import { type ConnectionOptions, openForWriting } from './connection.ts';
import { RESULT, readResultCode } from './faults.ts';
import { makePrivate } from './lock.ts';
import { migrate } from './migrate.ts';

/** In older versions, two connections that write and checkpoint at once can corrupt the file. */
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
    throw new RepairNeeded(
      `SQLite ${version} is too old: Duet needs ${OLDEST_SQLITE.join('.')} or newer, which comes with its own Node.`,
    );
  }
}

/** What the person who starts the server can do. */
export function explainOpenError(error: unknown, file: string): DomainError {
  if (error instanceof DomainError) return error;
  const cause = { cause: error };
  switch (error instanceof Error && 'syscall' in error ? RESULT.cantopen : readResultCode(error)) {
    case RESULT.notadb:
      return new RepairNeeded(
        `${file} is not a database: restore a backup, or choose another data directory.`,
        cause,
      );
    case RESULT.corrupt:
      return new RepairNeeded(`${file} is damaged: restore it from a backup.`, cause);
    case RESULT.busy:
    case RESULT.locked:
      return unavailable(
        `${file} is locked by another program: end that, or wait until it is done.`,
        error,
      );
    case RESULT.full:
      return unavailable(`The disk that holds ${file} is full: make room on it.`, error);
    case RESULT.ioerr:
      return isDiskFull(dirname(file))
        ? unavailable(`The disk that holds ${file} is full: make room on it.`, error)
        : unavailable(`The disk that holds ${file} cannot be read or written: check it.`, error);
    case RESULT.cantopen:
    case RESULT.readonly:
      return hasCode(error, 'ENOSPC')
        ? unavailable(`The disk that holds ${file} is full: make room on it.`, error)
        : new RepairNeeded(describeForbidden(file), cause);
    default:
      return unavailable(
        `${file} cannot be used: ${error instanceof Error ? error.message : error}.`,
        error,
      );
  }
}

/** Names the file if it is the one in the way. */
function describeForbidden(file: string): string {
  for (const each of [file, `${file}.lock`, `${file}-wal`, `${file}-shm`]) {
    const found = statSync(each, { throwIfNoEntry: false });
    if (found?.isDirectory()) return `${each} is a directory: move it away.`;
    if (found && !mayWrite(each)) {
      return `${each} cannot be written to: make it a file of the user who runs Duet, with mode 600.`;
    }
  }
  return `${dirname(file)} cannot be written to: check that it is a directory of the user who runs Duet.`;
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function isDiskFull(folder: string): boolean {
  try {
    return statfsSync(folder).bavail === 0;
  } catch {
    return false;
  }
}

function unavailable(message: string, cause: unknown): DomainError {
  return new DomainError('storageUnavailable', message, { cause });
}
