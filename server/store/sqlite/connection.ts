/** How every connection to the database file is opened. */
import { DatabaseSync } from 'node:sqlite';

export interface ConnectionOptions {
  file: string;
  /** How long a statement waits for another process's lock, in ms. */
  busyTimeout: number;
}

/** Pages in the write-ahead log between checkpoints (32 MB): a third more appends per second than 1000. */
const CHECKPOINT_PAGES = 8000;

/** What the log keeps of the disk after a long read, like a backup, has let it grow. */
const LOG_BYTES = 64 * 1024 * 1024;

/** Commits reach the disk before they return: on macOS, too, where a plain fsync leaves them in its cache. */
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
