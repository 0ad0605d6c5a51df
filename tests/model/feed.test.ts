/** The change feed under random schedules. `MODEL_SEED` and `MODEL_RUNS` play others. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Rule, without } from './rules.ts';
import { findFailure, play, schedules } from './schedules.ts';

const seed = Number(process.env.MODEL_SEED ?? 1);
const numRuns = Number(process.env.MODEL_RUNS ?? 300);

test('after any schedule every device shows what its person should see', () => {
  fc.assert(
    fc.property(schedules, (schedule) => play(schedule)),
    { seed, numRuns },
  );
});

/** Each left out in turn, and found within so many random schedules of a fixed seed. */
test.each<[Rule, number]>([
  ['whatever a person is told respects their marks', 50],
  ['deleting for oneself moves no number of the other', 100],
  ['told positions stand still during a block', 50],
  ['what was reached during a block is not told when it is said again', 800],
  ['a restored backup has another epoch', 50],
  ['a restored backup never gives an id again', 100],
  ['a cursor below the floor is reset', 300],
  ['a reset drops what was held', 50],
  ['only what follows the cursor is applied', 50],
  ['held rows are applied in their turn', 50],
  ['only a range that reaches the newest message grows', 200],
  ['quotes follow their message', 50],
  ['in the rooms before the cursors are told', 150],
  ['after doubt the numbers are told', 50],
  ['the numbers told after doubt include that of the marks', 50],
  ['the key is looked up first', 50],
  ['a repeat does not move the cursor', 300],
  ['a row with its key ends a send', 200],
  ['a reaction of unknown outcome is dropped with the keys', 300],
  ['an old operation waits until the device has caught up', 150],
  ['an edit names the version that it changes', 200],
  ['what was tried is frozen', 50],
])('is found to be missing: %s', (rule, runs) => {
  expect(findFailure(without(rule), 7, runs)).toBeLessThanOrEqual(runs);
});
