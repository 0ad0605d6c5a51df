/**
 * Runs the store's statements on a pool of connections, with what all queries have in common. Each statement is
 * prepared by name on each connection, so that it is planned once.
 */
import { hash } from 'node:crypto';
import type { ClientBase, Pool, PoolClient, QueryConfig } from 'pg';
import pg from 'pg';
import { DomainError } from '../../domain/errors.ts';
import type { Clock } from '../../domain/ports/store.ts';
import { type Row, readText } from '../rows.ts';
import { READ_CLOCK, type Steps, type Statement as StoreStatement } from '../steps.ts';
import { isConflict, toDomainError, toUnreachable } from './faults.ts';

type Statement = Pick<StoreStatement, 'name' | 'text'>;

/** A statement for PostgreSQL alone. */
export const prepare = (text: string): Statement => ({ name: hash('sha1', text), text });

/** Rejects with `storageUnavailable` for a fault of the storage, otherwise with PostgreSQL's own error. */
export type Query = (statement: Statement, values: readonly unknown[]) => Promise<Row[]>;

export interface Database {
  /** Runs one statement in its own transaction. */
  query: Query;
  /** Runs several; all are rolled back if one of them or `act` fails. */
  transact<Result>(act: (query: Query) => Promise<Result>): Promise<Result>;
  /** Waits for pending queries; later ones reject with `storageUnavailable`. */
  close(): Promise<void>;
}

/** PostgreSQL rolls back a transaction of a deadlock; it is then retried. */
const TRIES = 5;

export function createDatabase(pool: Pool): Database {
  const gate = createGate();
  const run = <Result>(act: (client: PoolClient) => Promise<Result>) =>
    gate.enter(() => tryRepeatedly(() => withConnection(pool, act)));
  let closed: Promise<void> | undefined;

  return {
    query: (statement, values) => run((client) => runStatement(client, statement, values)),
    transact: (act) => run((client) => runTransaction(client, act)),
    close() {
      closed ??= gate.close().then(() => pool.end());
      return closed;
    },
  };
}

async function tryRepeatedly<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (tries === TRIES) throw toDomainError(error);
    }
  }
}

async function withConnection<Result>(
  pool: Pool,
  act: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw toUnreachable(error);
  });
  // If a connection breaks between two statements, the next one rejects.
  const ignore = () => {};
  client.on('error', ignore);
  let isDone = false;
  try {
    const result = await act(client);
    isDone = true;
    return result;
  } finally {
    client.off('error', ignore);
    // Closing the connection rolls the transaction back, whatever its state is.
    client.release(!isDone);
  }
}

const runStatement = (client: ClientBase, { name, text }: Statement, values: readonly unknown[]) =>
  ask(client, { name, text, values: [...values] });

async function runTransaction<Result>(
  client: ClientBase,
  act: (query: Query) => Promise<Result>,
): Promise<Result> {
  await ask(client, { text: 'begin' });
  const result = await act((statement, values) => runStatement(client, statement, values));
  await ask(client, { text: 'commit' });
  return result;
}

/** Only errors of a query become faults of the storage: an error of our own code is no reason to retry. */
async function ask(client: ClientBase, query: QueryConfig): Promise<Row[]> {
  try {
    const { rows } = await client.query<Row>(query);
    return rows;
  } catch (error) {
    // A conflict is retried first.
    throw isConflict(error) ? error : toDomainError(error);
  }
}

/** Of one statement: anything slower is stuck, and its caller should get an error. */
const STATEMENT_MS = 15_000;

/** If PostgreSQL itself does not report it any more. */
const ANSWER_MS = STATEMENT_MS + 5_000;

const CONNECT_MS = 5_000;

/** Counts and times are far below 2^53, so 64-bit integers become numbers. */
const BIGINT: number = pg.types.builtins.INT8;

const types: pg.CustomTypesConfig = {
  getTypeParser(type, format) {
    // The two overloads of pg's function differ in the parser's argument, as here.
    return type === BIGINT ? Number : pg.types.getTypeParser(type, format);
  },
};

const COMMON = {
  application_name: 'duet',
  connectionTimeoutMillis: CONNECT_MS,
  // Detects a server that has vanished.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  types,
};

/**
 * At most `size` connections, opened on demand and replaced when they break. Before a connection is used, it looks
 * whether the data are still at their place, and `handleEpoch` gets their epoch.
 */
export function openPool(
  url: string,
  size: number,
  handleEpoch: (epoch: string) => void = () => {},
): pg.Pool {
  const pool = new pg.Pool({
    ...COMMON,
    connectionString: url,
    max: size,
    idleTimeoutMillis: 60_000,
    statement_timeout: STATEMENT_MS,
    // A node that vanished between two statements must not keep locks.
    idle_in_transaction_session_timeout: STATEMENT_MS,
    query_timeout: ANSWER_MS,
    async onConnect(client) {
      const { rows } = await client.query<Row>('select renew_epoch() as epoch');
      handleEpoch(readText(rows[0] ?? {}, 'epoch'));
    },
  });
  // The next query replaces an idle connection that breaks; without this listener the error would end the server.
  pool.on('error', () => {});
  return pool;
}

const NO_TIMEOUTS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  .map((name) => `-c ${name}=0`)
  .join(' ');

/** One connection without timeouts, also if the role or the database has some: for long work. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ ...COMMON, connectionString: url, options: NO_TIMEOUTS });
  // The waiting query rejects by itself.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The epoch of the data, as the latest new connection found it (`renew_epoch` in the schema). */
export function createEpoch() {
  let known: string | undefined;
  const listeners: Array<() => void> = [];
  return {
    read(): string {
      if (known === undefined) throw new Error('No connection was opened yet.');
      return known;
    },
    update(epoch: string): void {
      const isChange = known !== undefined && known !== epoch;
      known = epoch;
      if (isChange) for (const listen of listeners) listen();
    },
    watch: (listener: () => void): unknown => listeners.push(listener),
  };
}

/** Accepts work until it is closed; accepted work is finished. */
export function createGate() {
  const inside = new Set<Promise<unknown>>();
  let isClosed = false;

  return {
    /** Rejects with `storageUnavailable` once the gate is closed. */
    enter<Result>(act: () => Promise<Result>): Promise<Result> {
      if (isClosed) {
        const message = 'The server is shutting down. Please try again shortly.';
        return Promise.reject(new DomainError('storageUnavailable', message));
      }
      const result = act();
      inside.add(result);
      const leave = () => inside.delete(result);
      result.then(leave, leave);
      return result;
    },
    async close(): Promise<void> {
      isClosed = true;
      await Promise.allSettled(inside);
    },
  };
}

/** Runs steps one after the other: in one transaction, if `query` is of one. */
export async function runSteps<Result>(
  query: Query,
  steps: Steps<Result>,
  clock: Clock,
): Promise<Result> {
  let next = steps.next();
  while (!next.done) {
    const { statement, values } = next.value;
    next = steps.next(
      statement === READ_CLOCK ? [{ now: clock() }] : await query(statement, values),
    );
  }
  return next.value;
}
