/** The fault lab: an address says what goes wrong, and the same address the same again. */
import { describe, expect, test } from 'vitest';
import { makeCallFates, makeFaultyFetch } from '../../src/devtools/lab/calls.ts';
import {
  type Faults,
  makeFaultPlan,
  readFaults,
  writeFaults,
} from '../../src/devtools/lab/fault-plan.ts';

const CALL = `${location.origin}/api/v1/messages/users`;

/** Calls through the lab; answers the outcome of each, and which of them the server saw. */
async function play(seed: number, faults: Faults, count = 200, url = CALL) {
  let seen = 0;
  const met: Record<string, number> = {};
  const drawFate = makeCallFates({
    plan: makeFaultPlan(seed, faults),
    tally: (kind) => {
      met[kind] = (met[kind] ?? 0) + 1;
    },
    handleOutage: () => {},
  });
  const fetch = async () => {
    seen += 1;
    return new Response();
  };
  const faulty = makeFaultyFetch(fetch, drawFate);
  const outcomes: (number | 'lost')[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    outcomes.push(
      await faulty(url).then(
        ({ status }) => status,
        () => 'lost' as const,
      ),
    );
  }
  return { outcomes, seen, met };
}

test('An address says seed and faults, and what is right in it is read back', () => {
  const link = { seed: 7, faults: { latencyMs: 250, lostAnswers: 0.1, fullStorage: 1 } };
  const hash = writeFaults(link);
  expect(hash).toBe('#lab?seed=7&latencyMs=250&lostAnswers=0.1&fullStorage=1');
  expect(readFaults(hash)).toEqual(link);
  for (const none of ['', '#', '#messages', '#lab']) expect(readFaults(none)).toBeUndefined();
  expect(readFaults('#lab?seed=x&errors=2&cutCalls=-1&refusals=0.5&frogs=1')).toEqual({
    seed: 0,
    faults: { refusals: 0.5 },
  });
});

describe('The lab', () => {
  test('plays the same faults to the same seed, and others to another', async () => {
    const faults = { lostAnswers: 0.1, cutCalls: 0.1, errors: 0.1, refusals: 0.1, expiries: 0.05 };
    const first = await play(1, faults);
    expect((await play(1, faults)).outcomes).toEqual(first.outcomes);
    expect((await play(2, faults)).outcomes).not.toEqual(first.outcomes);
    expect(Object.keys(first.met).toSorted()).toEqual([
      ...['cut', 'loseAnswer', 'status 401', 'status 429', 'status 500'],
    ]);
  });

  test('loses answers after the server did what was asked, and cuts calls of the API before', async () => {
    expect((await play(1, { lostAnswers: 1 }, 3)).seen).toBe(3);
    expect((await play(1, { cutCalls: 1 }, 3)).seen).toBe(0);
    const style = `${location.origin}/static/app.css`;
    expect((await play(1, { cutCalls: 1 }, 3, style)).seen).toBe(3);
  });
});
