/**
 * Migrates a database file to the newest schema: all missing migrations in one transaction, so that two processes or a
 * crash cannot leave it half done. The old database is kept beside it as `duet-schema-N.db`, for a return to the
 * program with that schema. `PRAGMA user_version` is the number of the last migration, `PRAGMA application_id` marks
 * the file as Duet's.
 */
import { renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { RepairNeeded } from '../../domain/errors.ts';
import { type Note, readMigrations, requireKnownVersion } from '../migrations.ts';
import { readInteger } from '../rows.ts';
import { copyDatabase } from './copy-database.ts';
import { drawEpoch } from './epoch.ts';
import { RESULT, readResultCode } from './faults.ts';

export const readSqliteMigrations = () => readMigrations(new URL('./migrations/', import.meta.url));

/** "Duet" in ASCII. */
const APPLICATION_ID = 0x44756574;

/** The caller holds the lock of the file, so the copy is exactly what the migrations change. */
export function migrate(
  database: DatabaseSync,
  file: string,
  note: Note,
  migrations = readSqliteMigrations(),
): void {
  const { newest } = migrations;
  const before = readVersion(database, file);
  requireKnownVersion(before, migrations, file);
  if (before > 0 && before < newest) {
    const copy = join(dirname(file), `duet-schema-${before}.db`);
    keepCopy(database, copy);
    note(
      `The schema of ${file} changes from ${before} to ${newest}. As it was, the database is kept in ${copy}: delete that when all is well.`,
    );
  }
  database.exec('begin immediate');
  try {
    const version = readVersion(database, file);
    requireKnownVersion(version, migrations, file);
    for (const sql of migrations.listAfter(version)) database.exec(sql);
    if (version < newest) {
      database.exec(`pragma application_id = ${APPLICATION_ID}`);
      database.exec(`pragma user_version = ${newest}`);
    }
    drawEpoch(database);
    database.exec('commit');
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

/** Replaces the copy of an earlier attempt or upgrade, which is older. */
function keepCopy(database: DatabaseSync, copy: string): void {
  const unfinished = `${copy}.part`;
  rmSync(unfinished, { force: true });
  try {
    copyDatabase(database, unfinished);
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { force: true });
    if (readResultCode(error) !== RESULT.full) throw error;
    throw new RepairNeeded(
      `The disk has no room for ${copy}, the copy that is kept before the schema of the database changes: free as much as duet.db takes.`,
      { cause: error },
    );
  }
}

/** 0 for an empty database. Throws a DomainError for a database of another program. */
export function readVersion(database: DatabaseSync, file: string): number {
  const { version, application, tables } =
    database
      .prepare(
        `select (select user_version from pragma_user_version) as version,
              (select application_id from pragma_application_id) as application,
              (select count(*) from sqlite_schema) as tables`,
      )
      .get() ?? {};
  const isEmpty = tables === 0 && version === 0;
  if (application !== APPLICATION_ID && !isEmpty) {
    throw new RepairNeeded(
      `${file} is the database of another program: move it away, or choose another data directory.`,
    );
  }
  return readInteger({ version }, 'version');
}
