/** Runs steps on one connection. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Row } from '../rows.ts';
import { NEXT_NUMBER, READ_CLOCK, type Statement, type Step, type Steps } from '../steps.ts';

export type RunSteps = <Result>(steps: Steps<Result>) => Result;

export function prepareSteps(
  database: DatabaseSync,
  { now, nextNumber }: { now: () => number; nextNumber?: () => number },
): RunSteps {
  const prepared = new Map<Statement, StatementSync>();

  function answer({ statement, values }: Step): Row[] {
    if (statement === READ_CLOCK) return [{ now: now() }];
    if (statement === NEXT_NUMBER) return [{ number: nextNumber?.() }];
    if (statement.sqlite === '') return [];
    const known = prepared.get(statement) ?? database.prepare(toSqlite(statement));
    prepared.set(statement, known);
    return known.all(...values);
  }

  return (steps) => {
    let next = steps.next();
    while (!next.done) next = steps.next(answer(next.value));
    return next.value;
  };
}

/** `?1` is given by its place, `$1` would be by its name. */
export const toSqlite = ({ sqlite }: Statement) => sqlite.replaceAll(/\$(\d)/g, '?$1');
