/**
 * A block cannot be told from what the blocked person's devices are sent: the same schedule is played with and without
 * it, and every answer, event, number and receipt is compared.
 */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { World } from './network.ts';
import type { Kind, Operation } from './protocol.ts';
import { type Rule, without } from './rules.ts';
import { beginWorld, type Step, take } from './schedules.ts';

const seed = Number(process.env.MODEL_SEED ?? 1);
const numRuns = Number(process.env.MODEL_RUNS ?? 100);

const pick = fc.nat(30);
const shared = ['send', 'edit', 'react', 'delete', 'see'] as const;

/** Ana's deeds, and what Ben and his devices do, each delivered before the next. */
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.constantFrom('ana1', 'ana2'), fc.constantFrom(...shared), pick),
  fc.tuple(fc.constantFrom('ben1', 'ben2'), fc.constantFrom(...shared), pick),
  fc.tuple(
    fc.constantFrom('ben1', 'ben2'),
    fc.constantFrom('offline', 'online', 'reload', 'store', 'read page'),
    pick,
  ),
  fc.tuple(fc.constant('server'), fc.constant('write elsewhere')),
);
const quietSchedules = fc.array(steps, { maxLength: 30, size: 'max' });

/** Plays it step by step; `anaDoes` takes the place of Ana's own choice in the second run. */
function record(
  schedule: readonly Step[],
  anaDoes: (world: World, step: Step, index: number) => void,
  left?: Rule,
): unknown[] {
  const world = beginWorld(left && without(left));
  world.isRecording = true;
  for (const [index, step] of schedule.entries()) {
    if (step[0] === 'ana1' || step[0] === 'ana2') anaDoes(world, step, index);
    else take(world, step);
    world.drain();
  }
  for (const name of ['ben1', 'ben2']) world.client(name).goOnline();
  world.drain();
  return world.traffic.ben;
}

/**
 * Throws when Ben's devices are told anything else in a second run, in which Ana does the same, as far as it was
 * done. From `blocksAt` on she blocks Ben in the first run, and is not there in the second.
 */
function comparePlays(schedule: readonly Step[], blocksAt: number, left?: Rule): void {
  const done = new Map<number, Operation>();
  const first = record(
    schedule,
    (world, step, index) => {
      if (index >= blocksAt) world.server.setBlock('ana', true);
      const [name, kind, number] = step;
      if ((name !== 'ana1' && name !== 'ana2') || !isDeed(kind)) return;
      const { log } = world.server.store;
      const before = log.length;
      const operation = world.client(name).act(kind, number);
      world.drain();
      const entry = log
        .slice(before)
        .find((one) => 'operation' in one && one.operation.key === operation?.key);
      const isDone = entry !== undefined && 'outcome' in entry && entry.outcome === 'done';
      if (operation && isDone) done.set(index, operation);
    },
    left,
  );
  const second = record(
    schedule,
    (world, step, index) => {
      if (index >= blocksAt) silenceAna(world);
      const operation = done.get(index);
      const isUntold = index >= blocksAt && operation?.kind === 'see';
      if (operation && !isUntold) world.client(step[0]).repeat(operation);
    },
    left,
  );
  if (!isDeepStrictEqual(first, second)) expect(first).toEqual(second);
}

/** Ana's devices say nothing by themselves any more: as if she had not been there. */
function silenceAna(world: World): void {
  for (const name of ['ana1', 'ana2']) world.client(name).confirmsDelivery = false;
}

const isDeed = (what: string): what is Kind => shared.some((one) => one === what);

test('a block, from one who was just not there', () => {
  fc.assert(
    fc.property(quietSchedules, fc.nat(15), (schedule, blocksAt) =>
      comparePlays(schedule, blocksAt),
    ),
    { seed, numRuns },
  );
});

test.each([
  'told positions stand still during a block',
  'a refused or empty change takes no number',
] as const)('is found out without the rule: %s', (left) => {
  const options = { seed, numRuns: 300, endOnFailure: true };
  const blocked = fc.property(quietSchedules, fc.nat(15), (schedule, blocksAt) =>
    comparePlays(schedule, blocksAt, left),
  );
  const isFound = fc.check(blocked, options).failed;
  expect(isFound).toBe(true);
});
