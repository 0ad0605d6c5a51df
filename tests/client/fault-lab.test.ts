/** The fault lab: an address says what goes wrong, and the same address the same again. */
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeCallFates, makeFaultyFetch, makeFaultyUpload } from '../../src/devtools/lab/calls.ts';
import {
  type Faults,
  makeFaultPlan,
  readFaults,
  writeFaults,
} from '../../src/devtools/lab/fault-plan.ts';
import { selectUser } from '../../src/stores/selection.ts';
import { eventually } from '../support/eventually.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { openWindow, setLookedAt, startWorld } from './support/window.ts';

const CALL = `${location.origin}/api/v1/messages/users`;

/** Calls through the lab; answers the outcome of each, and which of them the server saw. */
async function play(seed: number, faults: Faults, count = 200) {
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
      await faulty(CALL).then(
        ({ status }) => status,
        () => 'lost' as const,
      ),
    );
  }
  return { outcomes, seen, met };
}

describe('An address', () => {
  test('says seed and faults, and reads back as it was written', () => {
    const link = { seed: 7, faults: { latencyMs: 250, lostAnswers: 0.1, fullStorage: 1 } };
    const hash = writeFaults(link);
    expect(hash).toBe('#lab?seed=7&latencyMs=250&lostAnswers=0.1&fullStorage=1');
    expect(readFaults(hash)).toEqual(link);
  });

  test('without a lab asks for none', () => {
    for (const hash of ['', '#', '#messages', '#lab']) expect(readFaults(hash)).toBeUndefined();
  });

  test('that is wrong asks for what is right in it', () => {
    expect(readFaults('#lab?seed=x&errors=2&cutCalls=-1&refusals=0.5&frogs=1')).toEqual({
      seed: 0,
      faults: { refusals: 0.5 },
    });
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

  test('loses answers after the server did what was asked, and cuts calls before', async () => {
    expect((await play(1, { lostAnswers: 1 }, 3)).seen).toBe(3);
    expect((await play(1, { cutCalls: 1 }, 3)).seen).toBe(0);
  });

  test('leaves alone what is not a call of the API', async () => {
    const drawFate = makeCallFates({
      plan: makeFaultPlan(1, { cutCalls: 1 }),
      tally: () => {},
      handleOutage: () => {},
    });
    const faulty = makeFaultyFetch(async () => new Response('styles'), drawFate);
    expect(await (await faulty(`${location.origin}/static/app.css`)).text()).toBe('styles');
  });

  test('acts on pictures as well, which leave by another road and arrive once each', async () => {
    const { backend, peer } = await startWorld();
    setLookedAt(true);
    const { outbox, load, getOutbox } = await openWindow();
    selectUser(peer._id);
    await load(peer._id);
    const met = new Set<string>();
    const drawFate = makeCallFates({
      plan: makeFaultPlan(1, { latencyMs: 10, lostAnswers: 0.2, cutCalls: 0.2, errors: 0.2 }),
      tally: (kind) => met.add(kind),
      handleOutage: () => {},
    });
    vi.stubGlobal('XMLHttpRequest', makeFaultyUpload(XMLHttpRequest, drawFate));
    const ticking = setInterval(() => outbox.wake(), 10);
    onTestFinished(() => {
      clearInterval(ticking);
      vi.unstubAllGlobals();
    });
    const images = Array.from({ length: 12 }, (_, index) => makeDataUrl(makePng(index + 1, 1)));
    for (const image of images) outbox.send(peer._id, { image });
    await eventually(() => expect(getOutbox(peer._id)).toEqual([]));
    expect(backend.world.messages.map(({ image }) => image)).toEqual(images);
    expect([...met].toSorted()).toEqual(['cut', 'loseAnswer', 'status 500']);
  });
});
