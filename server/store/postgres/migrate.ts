/**
 * Migrates a database to the newest schema: all missing migrations in one transaction, under a lock. So any number of
 * nodes may start at once, and a crash cannot leave it half done.
 */
import type { Client } from 'pg';
import { RepairNeeded } from '../../domain/errors.ts';
import { type Note, readMigrations, requireKnownVersion } from '../migrations.ts';
import { type Row, readInteger } from '../rows.ts';

export const readPostgresMigrations = () =>
  readMigrations(new URL('./migrations/', import.meta.url));

/** "Duet" in ASCII: the key of the advisory lock. */
const LOCK = 0x44756574;

/** Throws a `RepairNeeded` if the database is not Duet's, or its schema is not known. */
export async function migrate(
  client: Client,
  note: Note,
  migrations = readPostgresMigrations(),
): Promise<void> {
  const { newest } = migrations;
  await client.query('begin');
  let version: number;
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    version = await readVersion(client);
    requireKnownVersion(version, migrations, 'The database');
    for (const sql of migrations.listAfter(version)) await client.query(sql);
    if (version < newest) await client.query('update duet_schema set version = $1', [newest]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  if (version === 0) {
    note(
      'The tables of a new server were made in the database of DATABASE_URL. If people had accounts before, stop this server: DATABASE_URL names another database.',
    );
  } else if (version < newest) {
    note(`The schema of the database changed from ${version} to ${newest}.`);
  }
}

/** Creates the table with the version, in a database without tables. */
async function readVersion(client: Client): Promise<number> {
  const { rows: tables } = await client.query<Row>(`
    select relname = 'duet_schema' as is_ours from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
      )`);
  if (!tables.some(({ is_ours }) => is_ours)) {
    if (tables.length > 0) {
      throw new RepairNeeded(
        'The database holds tables of another program: make one for Duet alone, and name it in DATABASE_URL.',
      );
    }
    await client.query('create table duet_schema (version integer not null)');
    await client.query('insert into duet_schema values (0)');
  }
  const { rows } = await client.query<Row>('select version from duet_schema');
  return readInteger(rows[0] ?? {}, 'version');
}
