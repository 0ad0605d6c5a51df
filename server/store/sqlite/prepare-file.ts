/**
 * Makes the database ready before anything else opens it: creates the file, checks it, and migrates the schema; finds damage later. Throws
 * a DomainError `storageUnavailable` with a sentence for the person who starts the server.
 */
import { accessSync, constants, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { DomainError, RepairNeeded, refusal } from '../../domain/errors.ts';
import { hasCode } from '../files.ts';
import { type Notify, readMigrations, requireKnownVersion } from '../migrations.ts';
import { readInteger } from '../rows.ts';
import {
  type ConnectionOptions,
  copyDatabase,
  lockForOneServer,
  makePrivate,
  openForWriting,
} from './connection.ts';
import { DAMAGED, RESULT, readResultCode } from './faults.ts';
import { drawEpoch } from './numbers.ts';

/** In older versions, two connections that write and checkpoint at once can corrupt the file. */
const OLDEST_SQLITE = [3, 51, 3];

export function prepareFile(options: ConnectionOptions, notify: Notify): void {
  makePrivate(options.file);
  using database = openForWriting(options);
  requireSafeSqlite(database);
  migrate(database, options.file, notify);
}

/** For data that may have gone back although the file shows no sign of it. Throws a DomainError, also if a server runs. */
export function renewEpoch(file: string, notify: Notify): void {
  const options = { file, busyTimeout: 0 };
  let unlock = () => {};
  try {
    if (!statSync(file, { throwIfNoEntry: false })) {
      throw refusal(`There is no database ${file}.`);
    }
    unlock = lockForOneServer(file);
    prepareFile(options, notify);
    using database = openForWriting(options);
    database.exec("update store set epoch = ''");
    drawEpoch(database);
  } catch (error) {
    throw explainOpenError(error, file);
  } finally {
    unlock();
  }
}

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

/** A file may find no room where the file system still counts a little as free. */
const ROOM_BYTES = 1024 * 1024;

function isDiskFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < ROOM_BYTES;
  } catch {
    return false;
  }
}

function unavailable(message: string, cause: unknown): DomainError {
  return new DomainError('storageUnavailable', message, { cause });
}

/**
 * Migrates a database file to the newest schema: all missing migrations in one transaction, so that two processes or a
 * crash cannot leave it half done. The old database is kept beside it as `duet-schema-N.db`, for a return to the
 * program with that schema. `PRAGMA user_version` is the number of the last migration, `PRAGMA application_id` marks
 * the file as Duet's.
 */
export const readSqliteMigrations = () => readMigrations(new URL('./migrations/', import.meta.url));

/** "Duet" in ASCII. */
const APPLICATION_ID = 0x44756574;

/** The caller holds the lock of the file, so the copy is exactly what the migrations change. */
export function migrate(
  database: DatabaseSync,
  file: string,
  notify: Notify,
  migrations = readSqliteMigrations(),
): void {
  const { newest } = migrations;
  const before = readVersion(database, file);
  requireKnownVersion(before, migrations, file);
  if (before > 0 && before < newest) {
    const copy = join(dirname(file), `duet-schema-${before}.db`);
    keepCopy(database, copy);
    notify(
      `The schema of ${file} changes from ${before} to ${newest}. As it was, the database is kept in ${copy}: delete that when all is well.`,
    );
  }
  database.exec('begin immediate');
  try {
    const version = readVersion(database, file);
    requireKnownVersion(version, migrations, file);
    for (const sql of migrations.listAfter(version)) database.exec(sql);
    if (version < newest) {
      database.exec(`pragma application_id = ${APPLICATION_ID}`);
      database.exec(`pragma user_version = ${newest}`);
    }
    drawEpoch(database);
    database.exec('commit');
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

/** Replaces the copy of an earlier attempt or upgrade, which is older. */
function keepCopy(database: DatabaseSync, copy: string): void {
  const unfinished = `${copy}.part`;
  rmSync(unfinished, { force: true });
  try {
    copyDatabase(database, unfinished);
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { force: true });
    if (readResultCode(error) !== RESULT.full) throw error;
    throw new RepairNeeded(
      `The disk has no room for ${copy}, the copy that is kept before the schema of the database changes: free as much as duet.db takes.`,
      { cause: error },
    );
  }
}

/** 0 for an empty database. Throws a DomainError for a database of another program. */
export function readVersion(database: DatabaseSync, file: string): number {
  const { version, application, tables } =
    database
      .prepare(
        `select (select user_version from pragma_user_version) as version,
              (select application_id from pragma_application_id) as application,
              (select count(*) from sqlite_schema) as tables`,
      )
      .get() ?? {};
  const isEmpty = tables === 0 && version === 0;
  if (application !== APPLICATION_ID && !isEmpty) {
    throw new RepairNeeded(
      `${file} is the database of another program: move it away, or choose another data directory.`,
    );
  }
  return readInteger({ version }, 'version');
}

/**
 * Detects a damaged database: when a call fails on it, or by a full read some time after the start. From then on the
 * store is unhealthy, until a backup is restored and the server restarted.
 */
export function watchForDamage(options: ConnectionOptions & { afterMs: number }) {
  let damage: DomainError | undefined;
  let worker: Worker | undefined;

  const timer = setTimeout(() => {
    worker = new Worker(new URL('./integrity-thread.ts', import.meta.url), {
      name: 'store-integrity',
      workerData: options,
    });
    worker.unref();
    worker.on('message', (cause: string) => {
      damage ??= new DomainError('storageUnavailable', DAMAGED, { cause });
    });
    // A check that cannot start has found nothing.
    worker.on('error', () => {});
  }, options.afterMs);
  timer.unref();

  return {
    /** Gets each error of a call, and throws it again. */
    observe(error: unknown): never {
      if (error instanceof DomainError && error.message === DAMAGED) damage ??= error;
      throw error;
    },
    /** Throws a DomainError `storageUnavailable` after damage was found. */
    requireWhole(): void {
      if (damage) throw damage;
    },
    async close(): Promise<void> {
      clearTimeout(timer);
      await worker?.terminate();
    },
  };
}
