import type { Steps } from '../steps.ts';
import type { Query } from './database.ts';

/** Runs steps one after the other: in one transaction, if `query` is of one. */
export async function runSteps<Result>(query: Query, steps: Steps<Result>): Promise<Result> {
  let next = steps.next();
  while (!next.done) {
    const { statement, values } = next.value;
    next = steps.next(await query(statement, values));
  }
  return next.value;
}
