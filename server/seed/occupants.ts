/**
 * Whose accounts lie in a database. It is looked at as it is, whatever version wrote it: what the demo does not
 * go into is not brought up to date either.
 */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { toEmailKey } from '../domain/email-key.ts';
import { readVersion } from '../store/sqlite/migrate.ts';
import { explainOpenError } from '../store/sqlite/prepare-file.ts';
import { emailOf, SIGN_INS } from './people.ts';

export type Occupants =
  | { kind: 'nobody' }
  | { kind: 'alreadySeeded' }
  | { kind: 'foreign'; people: number };

/** How long to wait for another program's lock on the file, in ms. */
const BUSY_MS = 5_000;

/** Throws a DomainError that says in one sentence what is wrong with the file. */
export function findOccupants(file: string): Occupants {
  const keys = listEmailKeys(file);
  if (keys.size === 0) return { kind: 'nobody' };
  const isSeeded = SIGN_INS.every((key) => keys.has(toEmailKey(emailOf(key))));
  return isSeeded ? { kind: 'alreadySeeded' } : { kind: 'foreign', people: keys.size };
}

function listEmailKeys(file: string): Set<unknown> {
  if (!existsSync(file)) return new Set();
  let database: DatabaseSync | undefined;
  try {
    // Nothing is written, but a connection that could not would leave the files of its log behind.
    database = new DatabaseSync(file, { timeout: BUSY_MS });
    if (readVersion(database, file) === 0) return new Set();
    // As it has been called since the first version.
    const rows = database.prepare('select email_key from users').all();
    return new Set(rows.map(({ email_key }) => email_key));
  } catch (error) {
    throw explainOpenError(error, file);
  } finally {
    database?.close();
  }
}
