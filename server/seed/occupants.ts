/**
 * Whose accounts are in a database. It is read as it is, in any version: a database that does not get the demo is not
 * migrated either.
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

/** How long to wait for another program's lock, in ms. */
const BUSY_MS = 5_000;

/** Throws a DomainError that describes the problem with the file in one sentence. */
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
    // Nothing is written, but a read-only connection would leave the files of its log behind.
    database = new DatabaseSync(file, { timeout: BUSY_MS });
    if (readVersion(database, file) === 0) return new Set();
    // Its name since the first version.
    const rows = database.prepare('select email_key from users').all();
    return new Set(rows.map(({ email_key }) => email_key));
  } catch (error) {
    throw explainOpenError(error, file);
  } finally {
    database?.close();
  }
}
