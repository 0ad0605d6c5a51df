/**
 * What the stores do, as generators that ask for statements and get their rows. So it is written once: for SQLite, which
 * answers at once, and for PostgreSQL.
 */
import { hash } from 'node:crypto';
import { type Row, readInteger } from './rows.ts';

export interface Statement {
  /** PostgreSQL prepares a statement under its name. */
  name: string;
  /** Parameters are `$1`, `$2` and so on. */
  text: string;
  /** Its text in SQLite. Empty: nothing is to be done there, since it has one writer. */
  sqlite: string;
}

const defined: Statement[] = [];

export function defineStatement(text: string, sqlite = text): Statement {
  const statement = { name: hash('sha1', text), text, sqlite };
  defined.push(statement);
  return statement;
}

export const listStatements = (): readonly Statement[] => defined;

export type Value = string | number | null;

export interface Step {
  statement: Statement;
  values: readonly Value[];
}

export type Steps<Result> = Generator<Step, Result, Row[]>;

export function* ask(statement: Statement, ...values: Value[]): Steps<Row[]> {
  return yield { statement, values };
}

export function* askOne(statement: Statement, ...values: Value[]): Steps<Row | undefined> {
  const [row] = yield { statement, values };
  return row;
}

/** Answered by the clock of the server, not by a database. */
export const READ_CLOCK = defineStatement('', '');

export function* readClock(): Steps<number> {
  return readInteger((yield* askOne(READ_CLOCK)) ?? {}, 'now');
}

/** The next number of messages and changes. SQLite's writer counts by itself. */
export const NEXT_NUMBER = defineStatement("select nextval('message_numbers') as number", '');
