import fc from 'fast-check';
import { test } from 'vitest';
import { play, schedules } from '../model/schedules.ts';
import { takeSeed } from './seed.ts';

const RUNS = Number(process.env.TORTURE_ROUNDS ?? 10_000);
/** So many are one test, so that its end tells how far the run has come. */
const EACH = 1_000;
const seed = takeSeed();
const PARTS = Array.from({ length: Math.ceil(RUNS / EACH) }, (_, part) => part);

test.each(PARTS)(
  `schedules of the change feed leave every device of the model right, part %i of ${PARTS.length}`,
  (part) => {
    fc.assert(
      fc.property(schedules, (schedule) => play(schedule)),
      { seed: seed + part, numRuns: Math.min(EACH, RUNS - part * EACH) },
    );
  },
);
