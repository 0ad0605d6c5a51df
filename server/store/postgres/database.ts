/**
 * What the statements of the store run on: a pool of connections, and what has to be said about every query
 * alike. Every statement is prepared on each connection under its name, so that it is planned once.
 */
import type { ClientBase, Pool } from 'pg';
import { DomainError } from '../../domain/errors.ts';
import type { Row } from '../rows.ts';
import { isConflict, toDomainError } from './faults.ts';
import { createGate } from './gate.ts';

export interface Statement {
  /** Unlike any other's; PostgreSQL keeps 63 characters of it. */
  name: string;
  text: string;
}

/** Rejects with `storageUnavailable` when the storage is at fault, else with PostgreSQL's own error. */
export type Query = (statement: Statement, values: readonly unknown[]) => Promise<Row[]>;

export interface Database {
  /** One statement in a transaction of its own. */
  query: Query;
  /** Several; undone as a whole when one of them or `act` fails. */
  transact<Result>(act: (query: Query) => Promise<Result>): Promise<Result>;
  /** Waits for what was asked for; what is asked for later rejects with `storageUnavailable`. */
  close(): Promise<void>;
}

/** Transactions that waited for each other in a circle are undone by PostgreSQL, and tried again. */
const TRIES = 5;

export function createDatabase(pool: Pool): Database {
  const gate = createGate();
  const run = <Result>(act: () => Promise<Result>) => gate.enter(() => tryRepeatedly(act));
  let closed: Promise<void> | undefined;

  return {
    query: (statement, values) => run(() => runStatement(pool, statement, values)),
    transact: (act) => run(() => runTransaction(pool, act)),
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
      if (error instanceof DomainError) throw error;
      if (tries === TRIES || !isConflict(error)) throw toDomainError(error);
    }
  }
}

async function runStatement(
  connection: Pick<ClientBase, 'query'>,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await connection.query<Row>({ name, text, values: [...values] });
  return rows;
}

async function runTransaction<Result>(
  pool: Pool,
  act: (query: Query) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  // A connection that breaks between two statements makes the next one reject.
  const ignore = () => {};
  client.on('error', ignore);
  try {
    await client.query('begin');
    const result = await act((statement, values) => runStatement(client, statement, values));
    await client.query('commit');
    client.off('error', ignore);
    client.release();
    return result;
  } catch (error) {
    client.off('error', ignore);
    // Closing the connection undoes the transaction, whatever state it is in.
    client.release(true);
    throw error;
  }
}
