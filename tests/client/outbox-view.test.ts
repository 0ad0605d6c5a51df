/** What Devtools tells of unsent messages, and how fast those were that went. */
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { speedQuery } from '../../src/devtools/felt-speed.ts';
import { startInstruments } from '../../src/devtools/instruments.ts';
import { outboxQuery } from '../../src/devtools/outbox-view.ts';
import { eventually } from '../support/eventually.ts';
import { openWindow, setLookedAt, setOnline, startWorld } from './support/window.ts';

const SEND = { method: 'POST', path: /send/ };

beforeEach(() => {
  setLookedAt(true);
  // Browsers know it, happy-dom does not.
  vi.stubGlobal('PerformanceObserver', { supportedEntryTypes: [] });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    setOnline(true);
  });
});

async function openHood() {
  const { backend, peer } = await startWorld();
  const window = await openWindow();
  await window.load(peer._id);
  onTestFinished(startInstruments(window.queryClient).stop);
  const readOutbox = () =>
    Object.values(window.queryClient.getQueryData(outboxQuery().queryKey) ?? {});
  return { backend, peer, ...window, readOutbox };
}

describe('An unsent message', () => {
  test('says its conversation, the attempt, what it waits for and the next try', async () => {
    const { backend, peer, outbox, readOutbox } = await openHood();
    backend.faults.script(SEND, { kind: 'status', status: 503 }, 20);
    outbox.send(peer._id, { text: 'hello' });
    outbox.send(peer._id, { text: 'and more' });
    await eventually(() =>
      expect(readOutbox()).toMatchObject([
        {
          conversation: peer._id,
          // The socket may connect meanwhile, which ends a pause early.
          attempt: expect.toSatisfy((attempt: number) => attempt >= 2),
          waitsFor: expect.stringMatching(/^the next try, after: .*problem/),
          nextTryAt: expect.stringMatching(/^\d{4}-/),
        },
        { conversation: peer._id, attempt: 0, waitsFor: 'its turn' },
      ]),
    );
  });

  test('says that it waits for the next try while there is no network', async () => {
    const { peer, outbox, readOutbox } = await openHood();
    setOnline(false);
    outbox.send(peer._id, { text: 'hello' });
    await eventually(() =>
      expect(readOutbox()).toMatchObject([{ waitsFor: expect.stringMatching(/^the next try/) }]),
    );
  });

  test('waits for the person once it was refused', async () => {
    const { backend, peer, outbox, readOutbox } = await openHood();
    backend.faults.script(SEND, { kind: 'refuse', message: 'Not to this person.' });
    outbox.send(peer._id, { text: 'hello' });
    await eventually(() =>
      expect(readOutbox()).toMatchObject([{ waitsFor: 'Retry or Discard: Not to this person.' }]),
    );
  });
});

test('The time from sending to the answer is told in percentiles, and marked for the performance panel', async () => {
  const measuring = vi.spyOn(performance, 'measure');
  onTestFinished(() => measuring.mockRestore());
  const { peer, queryClient, outbox, getTexts } = await openHood();
  for (const text of ['one', 'two', 'three']) outbox.send(peer._id, { text });
  await eventually(() => expect(getTexts(peer._id)).toHaveLength(3));
  expect(queryClient.getQueryData(speedQuery().queryKey)).toEqual({
    sendToAcknowledged: {
      count: 3,
      p50: expect.any(Number),
      p95: expect.any(Number),
      p99: expect.any(Number),
    },
  });
  expect(measuring).toHaveBeenCalledTimes(3);
  // The page's list of them does not grow.
  expect(performance.getEntriesByName('sendToAcknowledged')).toEqual([]);
});
