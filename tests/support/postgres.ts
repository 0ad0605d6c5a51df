/**
 * A real PostgreSQL: a data folder that is thrown away, a free port of the loopback, its default settings for durability.
 * It refuses to run as root; then another user of the machine runs it. Cluster tests share one; what stops it, or changes
 * its settings, starts its own.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { appendFile, chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { createEngineProcess } from './engine-process.ts';
import { describeMissing, PROGRAMS } from './engines.ts';
import { findFreePort } from './free-port.ts';

export interface PostgresDatabases {
  port: number;
  /** A new, empty database; what goes into `DATABASE_URL`. */
  createDatabase(): Promise<string>;
  /** Runs SQL as the administrator in a database of `createDatabase`. */
  run(url: string, sql: string): Promise<Array<Record<string, unknown>>>;
  /** Runs SQL in a transaction that stays open, with all that it locks, until what is answered is called. */
  hold(url: string, sql: string): Promise<() => Promise<void>>;
  /** Ends it and removes its data; the shared one stays. */
  dispose(): Promise<void>;
}

export interface PostgresServer extends PostgresDatabases {
  /** Starts it again on the same data and port. */
  start(): Promise<void>;
  /** Ends it in order: connections are cut, everything is written. */
  stop(): Promise<void>;
  /** Ends it as a crash does: it recovers from its log at the next start. */
  kill(): Promise<void>;
}

/** The one who logs in with no password; whoever has a password has to give it. */
const ADMINISTRATOR = 'duet';

/** The port of the one that cluster tests share, in the environment of their processes. */
const SHARED_PORT = 'TEST_POSTGRES_PORT';

const addressOf = (port: number, database: string) =>
  `postgres://${ADMINISTRATOR}@127.0.0.1:${port}/${database}`;

/** Databases on the shared one, or on one of its own where there is none. */
export async function startPostgres(): Promise<PostgresDatabases> {
  const port = Number(process.env[SHARED_PORT] ?? 0);
  if (port === 0) return startOwnPostgres();
  return { port, ...onPort(port), dispose: async () => {} };
}

/** Starts the one that is shared with processes that begin later. */
export async function sharePostgres(): Promise<PostgresServer> {
  const server = await startOwnPostgres();
  process.env[SHARED_PORT] = String(server.port);
  return server;
}

const onPort = (port: number) => ({
  async createDatabase() {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await runSql(addressOf(port, 'postgres'), `create database ${name}`);
    return addressOf(port, name);
  },
  run: runSql,
  hold: holdSql,
});

export async function startOwnPostgres(): Promise<PostgresServer> {
  const { initdb, postgres } = PROGRAMS;
  if (initdb === undefined || postgres === undefined) {
    throw new Error(describeMissing(['PostgreSQL']));
  }
  const user = process.getuid?.() === 0 ? findUnprivilegedUser() : undefined;
  const folder = await mkdtemp(join(tmpdir(), 'duet-postgres-'));
  const data = join(folder, 'data');
  const port = await findFreePort();
  const server = createEngineProcess({
    program: postgres,
    args: ['-D', data, '-p', `${port}`, '-h', '127.0.0.1', '-k', ''],
    // Without a checkpoint; SIGKILL would leave its shared memory behind.
    lastSignal: 'SIGQUIT',
    ...(user && { user }),
    ping: async () => {
      await runSql(addressOf(port, 'postgres'), 'select 1');
    },
  });

  async function dispose(): Promise<void> {
    await server.end('SIGQUIT');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  try {
    if (user) await chown(folder, user.uid, user.gid);
    await chmod(folder, 0o700);
    await promisify(execFile)(
      initdb,
      ['-D', data, '-U', ADMINISTRATOR, '--auth=trust', '--encoding=UTF8', '--locale=C', '-N'],
      { cwd: '/', ...user },
    );
    await requirePasswords(join(data, 'pg_hba.conf'));
    await appendFile(
      join(data, 'postgresql.conf'),
      'max_connections = 200\nlog_checkpoints = off\n',
    );
    await server.start();
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    port,
    ...onPort(port),
    start: server.start,
    stop: () => server.end('SIGINT'),
    kill: () => server.end('SIGQUIT'),
    dispose,
  };
}

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // The end of the connection is an error of the query that waits, if any.
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function holdSql(url: string, sql: string): Promise<() => Promise<void>> {
  const client = await connectTo(url);
  await client.query('begin');
  await client.query(sql);
  return () => client.end();
}

async function runSql(url: string, sql: string): Promise<Array<Record<string, unknown>>> {
  const client = await connectTo(url);
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows;
  } finally {
    await client.end();
  }
}

/** Of everybody but the administrator. */
async function requirePasswords(file: string): Promise<void> {
  const rules = await readFile(file, 'utf8');
  const first = [
    `host all ${ADMINISTRATOR} 127.0.0.1/32 trust`,
    'host all all 127.0.0.1/32 scram-sha-256',
  ];
  await writeFile(file, `${first.join('\n')}\n${rules}`);
}

/** Its packages make a user `postgres`; any other that owns nothing does as well. */
function findUnprivilegedUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found =
    users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!found) throw new Error('PostgreSQL does not run as root, and there is no other user.');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}
