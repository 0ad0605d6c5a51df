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
  ['told positions stand still during a block', 50],
  ['what was reached during a block is not told when it is said again', 150],
  ['a restored backup has another epoch', 50],
  ['a restored backup never gives an id again', 800],
  ['a reset drops what was held', 50],
  ['an older page moves the cursor back', 200],
  ['a stored page keeps its own number', 200],
  ['a row is applied at once', 50],
  ['the cursor moves along the chain', 50],
  ['only a range that reaches the newest message grows', 150],
  ['quotes follow their message', 50],
  ['in the rooms before the cursors are told', 600],
  ['after doubt the devices are asked to catch up', 200],
  ['the key is looked up first', 400],
  ['a repeat does not move the cursor', 200],
  ['an old operation waits until the device has caught up', 50],
  ['an old operation is not repeated without its key', 50],
  ['an edit names the version that it changes', 50],
  ['edits in a row from one device count on', 100],
  ['what was tried is frozen', 50],
  ['operations on an unsent message take its id', 50],
])('is found to be missing: %s', (rule, runs) => {
  expect(findFailure(without(rule), 7, runs)).toBeLessThanOrEqual(runs);
});
