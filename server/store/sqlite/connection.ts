/** Connections to the database file, the lock of its one server, and its copies. */
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DomainError } from '../../domain/errors.ts';
import { RESULT, readResultCode } from './faults.ts';

export interface ConnectionOptions {
  file: string;
  /** How long a statement waits for another process's lock, in ms. */
  busyTimeout: number;
}

/** Pages in the write-ahead log between checkpoints (32 MB): a third more appends per second than with 1000. */
const CHECKPOINT_PAGES = 8000;

/** The size to which the log shrinks after a long read, such as a backup, let it grow. */
const LOG_BYTES = 64 * 1024 * 1024;

/**
 * Commits are on disk before they return, also on macOS, where a plain fsync leaves them in the disk's cache. What is
 * deleted is overwritten.
 */
export function openForWriting({ file, busyTimeout }: ConnectionOptions): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeout });
  try {
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma fullfsync = on;
      pragma checkpoint_fullfsync = on;
      pragma wal_autocheckpoint = ${CHECKPOINT_PAGES};
      pragma journal_size_limit = ${LOG_BYTES};
      pragma secure_delete = on;
    `);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export function openForReading({ file, busyTimeout }: ConnectionOptions): DatabaseSync {
  return new DatabaseSync(file, { timeout: busyTimeout, readOnly: true });
}

/**
 * Empties the log, which still has what was deleted. False while somebody reads from it, such as a backup; nobody is
 * waited for.
 */
export function emptyLog(database: DatabaseSync): boolean {
  const { timeout } = database.prepare('pragma busy_timeout').get() ?? {};
  database.exec('pragma busy_timeout = 0');
  try {
    return database.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 0;
  } finally {
    database.exec(`pragma busy_timeout = ${Number(timeout)}`);
  }
}

/**
 * Only one server may use the file: the writer keeps the last number in memory, and announces only to its own clients.
 * The lock is an open transaction on an empty file beside the database, since the system ends it with the process in
 * any case.
 *
 * Returns a function that releases the lock.
 */
export function lockForOneServer(file: string): () => void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  makePrivate(`${file}.lock`);
  const lock = new DatabaseSync(`${file}.lock`, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (readResultCode(error) !== RESULT.busy) throw error;
    throw new DomainError('storageUnavailable', `${file} is in use by another Duet server.`, {
      cause: error,
    });
  }
  return () => lock.close();
}

/** Private to its owner; files that SQLite creates beside a file get the same permissions. */
export function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

/**
 * Copies a database: one consistent state, checked, synced to disk, and readable only by its owner. The copy lacks what
 * comes after it, so it has no epoch: it draws one when it is first opened (`numbers.ts`).
 *
 * Uses one read transaction, so writers neither wait nor interfere. Nothing may exist at `copy`. Throws an error of
 * SQLite or of the system, and leaves a partly written file then.
 */
export function copyDatabase(source: DatabaseSync, copy: string): void {
  makePrivate(copy);
  source.prepare('vacuum into ?').run(copy);
  removeEpoch(copy);
  requireIntact(copy);
  const file = openSync(copy, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function removeEpoch(copy: string): void {
  using database = new DatabaseSync(copy);
  // Older schemas have none.
  const store = database.prepare("select 1 from sqlite_schema where name = 'store'").get();
  if (store) database.exec("update store set epoch = ''");
}

function requireIntact(copy: string): void {
  using database = openForReading({ file: copy, busyTimeout: 0 });
  const result = database.prepare('pragma integrity_check').get();
  if (result?.integrity_check !== 'ok') throw new Error('The copy of the database is damaged.');
}
