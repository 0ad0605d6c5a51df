/**
 * One server at a time: the writer keeps the last number in memory, and tells only its own
 * clients what it stored. The lock is an open transaction on an empty file beside the database, since
 * the system drops that with the process, however it ends.
 */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DomainError } from '../../domain/errors.ts';
import { RESULT, readResultCode } from './faults.ts';

/** Returns what gives the lock back. */
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

/** Nobody else's on a machine with several users; what SQLite lays beside a file is as open as the file. */
export function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}
