import fc from 'fast-check';
import { test } from 'vitest';
import { play, schedules } from '../model/schedules.ts';
import { takeSeed } from './seed.ts';

const RUNS = Number(process.env.TORTURE_ROUNDS ?? 10_000);

test(`${RUNS} schedules of the change feed leave every device of the model right`, () => {
  fc.assert(
    fc.property(schedules, (schedule) => play(schedule)),
    { seed: takeSeed(), numRuns: RUNS },
  );
});
