/** Runs steps on one connection. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Row } from '../rows.ts';
import type { Step, Steps } from '../steps.ts';

export type RunSteps = <Result>(steps: Steps<Result>) => Result;

/** `answerItself` answers steps that are not statements of SQLite. */
export function prepareSteps(
  database: DatabaseSync,
  answerItself: (step: Step) => Row[] | undefined = () => undefined,
): RunSteps {
  const prepared = new Map<string, StatementSync>();

  function answer(step: Step): Row[] {
    const known = answerItself(step);
    if (known) return known;
    const { name, text } = step.statement;
    const statement = prepared.get(name) ?? database.prepare(text);
    prepared.set(name, statement);
    return statement.all(
      Object.fromEntries(step.values.map((value, index) => [`$${index + 1}`, value])),
    );
  }

  return (steps) => {
    let next = steps.next();
    while (!next.done) next = steps.next(answer(next.value));
    return next.value;
  };
}
