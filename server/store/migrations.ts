/**
 * The schema of a database, and its later migrations: numbered SQL files. The first file makes all tables, the others
 * change what the one before has made. The version of a database is the number of its last file. They begin with 25:
 * earlier numbers were never released, and their data are refused.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { RepairNeeded } from '../domain/errors.ts';

/** Gets a sentence about what was done to the data when it was opened. */
export type Notify = (what: string, level?: 'info' | 'warn') => void;

export interface Migrations {
  /** Version of the oldest schema that the others can change. */
  first: number;
  newest: number;
  /** SQL that is missing at a version; 0 is an empty database. */
  listAfter(version: number): string[];
}

export function readMigrations(folder: URL): Migrations {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const files = names.sort().map((name) => ({
    number: Number.parseInt(name, 10),
    sql: readFileSync(new URL(name, folder), 'utf8'),
  }));
  const first = files[0]?.number ?? Number.NaN;
  const misplaced = files.findIndex(({ number }, index) => number !== first + index);
  if (files.length === 0 || misplaced >= 0) {
    throw new Error(`The migrations are not numbered without a gap: ${names[misplaced]}`);
  }
  return {
    first,
    newest: first + files.length - 1,
    listAfter: (version) => files.filter(({ number }) => number > version).map(({ sql }) => sql),
  };
}

/** Throws a `RepairNeeded` for a schema that cannot be used. `what` begins a sentence. */
export function requireKnownVersion(
  version: number,
  { first, newest }: Migrations,
  what: string,
): void {
  if (version > newest) {
    throw new RepairNeeded(
      `${what} was written by a newer Duet (schema ${version}, this one knows ${newest}): update Duet, or restore an older backup.`,
    );
  }
  if (version !== 0 && version < first) {
    throw new RepairNeeded(
      `${what} was written by a Duet from before the first release (schema ${version}, this one begins with ${first}), and is left as it is: start the Duet that wrote it, or begin with an empty place.`,
    );
  }
}
