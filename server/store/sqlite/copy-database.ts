/**
 * Copies a database: one consistent state, checked, synced to disk, and readable only by its owner. The copy lacks what
 * comes after it, so it has no epoch: it draws one when it is first opened (`epoch.ts`).
 */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openForReading } from './connection.ts';
import { makePrivate } from './lock.ts';

/**
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
  const database = new DatabaseSync(copy);
  try {
    // Older schemas have none.
    const store = database.prepare("select 1 from sqlite_schema where name = 'store'").get();
    if (store) database.exec("update store set epoch = ''");
  } finally {
    database.close();
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
