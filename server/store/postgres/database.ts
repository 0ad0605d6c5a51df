/**
 * Runs the store's statements on a pool of connections, with what all queries have in common. Each statement is
 * prepared by name on each connection, so that it is planned once.
 */
import type { ClientBase, Pool, PoolClient, QueryConfig } from 'pg';
import type { Row } from '../rows.ts';
import { isConflict, toDomainError, toUnreachable } from './faults.ts';
import { createGate } from './gate.ts';

interface Statement {
  /** Unique; PostgreSQL keeps 63 characters of it. */
  name: string;
  text: string;
}

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

async function runStatement(
  client: ClientBase,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  return ask(client, { name, text, values: [...values] });
}

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
