/** The fault lab: an address says what goes wrong, and the same address the same again. */
import { expect, test } from 'vitest';
import { makeCallFates, makeFaultyFetch } from '../../src/devtools/lab/calls.ts';
import { makeFaultPlan, readFaults, writeFaults } from '../../src/devtools/lab/fault-plan.ts';

const CALL = `${location.origin}/api/v1/messages/users`;

/** Calls through the lab of an address; answers the outcome of each, and how many of them the server saw. */
async function play(hash: string, count = 200) {
  const { seed = 0, faults = {} } = readFaults(hash) ?? {};
  const drawFate = makeCallFates({
    plan: makeFaultPlan(seed, faults),
    tally: () => {},
    handleOutage: () => {},
  });
  let seen = 0;
  const fetch = async () => {
    seen += 1;
    return new Response();
  };
  const faulty = makeFaultyFetch(fetch, drawFate);
  const outcomes: unknown[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    outcomes.push(
      await faulty(CALL)
        .then(({ status }) => status)
        .catch(() => 'lost'),
    );
  }
  return { outcomes, seen };
}

test('The lab plays the faults of its address, the same ones to the same seed', async () => {
  const faults = { lostAnswers: 0.1, cutCalls: 0.1, errors: 0.1, refusals: 0.1, expiries: 0.05 };
  const playSeed = (seed: number) => play(writeFaults({ seed, faults }));
  const { outcomes } = await playSeed(1);
  expect(new Set(outcomes)).toEqual(new Set([200, 401, 429, 500, 'lost']));
  expect((await playSeed(1)).outcomes).toEqual(outcomes);
  expect((await playSeed(2)).outcomes).not.toEqual(outcomes);
});

test('The lab loses answers after the server did what was asked, and cuts calls before', async () => {
  expect((await play('#lab?seed=1&lostAnswers=1', 3)).seen).toBe(3);
  expect((await play('#lab?seed=1&cutCalls=1', 3)).seen).toBe(0);
});
