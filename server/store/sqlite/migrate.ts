/**
 * Brings the schema of a database file to the newest version: all missing migrations in one
 * transaction, so that two processes or a crash cannot leave it half done.
 * `PRAGMA user_version` is the number of the last migration, `PRAGMA application_id` marks the file
 * as one of Duet's.
 */
import type { DatabaseSync } from 'node:sqlite';
import { DomainError } from '../../domain/errors.ts';
import { readMigrations } from '../migrations.ts';
import { readInteger } from '../rows.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);
/** "Duet" in ASCII. */
const APPLICATION_ID = 0x44756574;

export function migrate(database: DatabaseSync, file: string): void {
  const migrations = readMigrations(MIGRATIONS);
  database.exec('begin immediate');
  try {
    const version = readVersion(database, file);
    if (version > migrations.length) {
      throw new DomainError(
        'storageUnavailable',
        `${file} was written by a newer Duet (schema ${version}, this one knows ${migrations.length}): update Duet, or restore an older backup.`,
      );
    }
    for (const migration of migrations.slice(version)) database.exec(migration);
    if (version < migrations.length) {
      database.exec(`pragma application_id = ${APPLICATION_ID}`);
      database.exec(`pragma user_version = ${migrations.length}`);
    }
    database.exec('commit');
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

/** 0 where nothing has been stored. Throws a DomainError for the database of another program. */
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
    throw new DomainError(
      'storageUnavailable',
      `${file} is the database of another program: move it away, or choose another data directory.`,
    );
  }
  return readInteger({ version }, 'version');
}
