/**
 * Makes the database ready before anything else uses it: checks the server and migrates the schema. Throws a
 * DomainError `storageUnavailable` with a sentence for the person who starts the server.
 */
import type { Client } from 'pg';
import { DomainError, RepairNeeded } from '../../domain/errors.ts';
import { type Notify, readMigrations, requireKnownVersion } from '../migrations.ts';
import { type Row, readInteger, readText } from '../rows.ts';
import { connect } from './database.ts';
import { readState, STATE } from './faults.ts';

/** The oldest version that PostgreSQL's developers still support. */
const OLDEST_VERSION = 14;

/** Errors that do not change with a retry. */
const FOR_A_PERSON: ReadonlySet<string> = new Set([
  STATE.wrongPassword,
  STATE.wrongAuthorization,
  STATE.insufficientPrivilege,
]);

export async function prepareDatabase<Result>(
  url: string,
  use: (client: Client) => Promise<Result>,
  notify: Notify,
): Promise<Result> {
  try {
    const client = await connect(url);
    try {
      await checkServer(client);
      await migrate(client, notify);
      return await use(client);
    } finally {
      await client.end();
    }
  } catch (error) {
    throw explainOpenError(error, url);
  }
}

async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query<Row>(`
    select current_setting('server_version_num')::integer as number,
      current_setting('server_version') as version,
      current_setting('server_encoding') as encoding,
      current_setting('default_transaction_isolation') as isolation,
      current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit`);
  const row = rows[0] ?? {};
  if (readInteger(row, 'number') < OLDEST_VERSION * 10_000) {
    throw new RepairNeeded(
      `PostgreSQL ${readText(row, 'version')} is too old: Duet needs ${OLDEST_VERSION} or newer.`,
    );
  }
  if (readText(row, 'encoding') !== 'UTF8') {
    throw new RepairNeeded(
      `The database keeps text as ${readText(row, 'encoding')}: make one with \`create database … encoding 'UTF8' template template0\`.`,
    );
  }
  if (readText(row, 'isolation') !== 'read committed') {
    throw new RepairNeeded(
      `PostgreSQL has default_transaction_isolation = ${readText(row, 'isolation')}, with which writes of one conversation make each other fail: set it to read committed (in postgresql.conf, or by \`alter system\`, \`alter database\` or \`alter role\`, wherever it is another).`,
    );
  }
  requireDurability(row);
}

/** An acknowledged message must be on disk; these PostgreSQL settings would break that. */
function requireDurability(row: Row): void {
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if (readText(row, name) !== 'off') continue;
    throw new RepairNeeded(
      `PostgreSQL has ${name} = off, with which messages that were acknowledged are lost when its machine fails: set it to on (in postgresql.conf, or by \`alter system\`, \`alter database\` or \`alter role\`, wherever it is off).`,
    );
  }
}

/** What the person who starts the server can do. The URL is shown without its password. */
export function explainOpenError(error: unknown, url: string): DomainError {
  if (error instanceof DomainError) return error;
  const message = describeOpenError(error, url);
  const state = readState(error);
  return state !== undefined && FOR_A_PERSON.has(state)
    ? new RepairNeeded(message, { cause: error })
    : new DomainError('storageUnavailable', message, { cause: error });
}

function describeOpenError(error: unknown, url: string): string {
  const { username, host, pathname } = new URL(url);
  const server = host || 'this machine';
  switch (readState(error)) {
    case STATE.wrongPassword:
    case STATE.wrongAuthorization:
      return `PostgreSQL at ${server} does not let "${decodeURIComponent(username)}" in: check the user and the password in DATABASE_URL.`;
    case STATE.noSuchDatabase:
      return `PostgreSQL at ${server} has no database "${decodeURIComponent(pathname.slice(1))}": make it with \`createdb\`, or name another in DATABASE_URL.`;
    case STATE.insufficientPrivilege:
      return `"${decodeURIComponent(username)}" may not make tables in this database: make it its owner.`;
    case STATE.tooManyConnections:
      return `PostgreSQL at ${server} has no connection left: raise its max_connections, or lower DATABASE_CONNECTIONS of each node.`;
    case STATE.readOnly:
      return `PostgreSQL at ${server} is read-only, perhaps a standby: name the primary in DATABASE_URL.`;
    case undefined:
      return `PostgreSQL at ${server} cannot be reached (${describeCause(error)}): check that it runs, that what listens there is PostgreSQL, and DATABASE_URL.`;
    default:
      return `PostgreSQL at ${server} cannot be used: ${describeCause(error)}.`;
  }
}

/** If several addresses were tried, the combined error has a code but no message. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

/**
 * Migrates a database to the newest schema: all missing migrations in one transaction, under a lock. So any number of
 * nodes may start at once, and a crash cannot leave it half done.
 */
export const readPostgresMigrations = () =>
  readMigrations(new URL('./migrations/', import.meta.url));

/** "Duet" in ASCII: the key of the advisory lock. */
const LOCK = 0x44756574;

/** Throws a `RepairNeeded` if the database is not Duet's, or its schema is not known. */
export async function migrate(
  client: Client,
  notify: Notify,
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
    notify(
      'The tables of a new server were made in the database of DATABASE_URL. If people had accounts before, stop this server: DATABASE_URL names another database.',
    );
  } else if (version < newest) {
    notify(`The schema of the database changed from ${version} to ${newest}.`);
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
