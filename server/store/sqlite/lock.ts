/**
 * Only one server may use the file: the writer keeps the last number in memory, and announces only to its own clients.
 * The lock is an open transaction on an empty file beside the database, since the system ends it with the process in
 * any case.
 */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DomainError } from '../../domain/errors.ts';
import { RESULT, readResultCode } from './faults.ts';

/** Returns a function that releases the lock. */
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
