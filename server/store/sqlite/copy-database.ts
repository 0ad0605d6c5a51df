/** A copy of a database: one state of it, checked, on disk, and for its owner alone. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { openForReading } from './connection.ts';
import { makePrivate } from './lock.ts';

/**
 * In one read transaction, so writers neither wait nor get in between. `copy` is a path at which there is nothing.
 * Throws an error of SQLite, or of the system, and leaves what it has written by then.
 */
export function copyDatabase(source: DatabaseSync, copy: string): void {
  makePrivate(copy);
  source.prepare('vacuum into ?').run(copy);
  requireIntact(copy);
  const file = openSync(copy, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function requireIntact(copy: string): void {
  const database = openForReading({ file: copy, busyTimeout: 0 });
  try {
    const result = database.prepare('pragma integrity_check').get();
    if (result?.integrity_check !== 'ok') throw new Error('The copy of the database is damaged.');
  } finally {
    database.close();
  }
}
