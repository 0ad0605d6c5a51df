/** How long messages wait to hear whether the server knows their keys. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Features, realtimeQueries } from '../../src/queries/realtime.ts';
import { untilFeatures } from '../../src/queries/until.ts';
import { makeQueryClient } from '../../src/query-client.ts';

const queryClient = makeQueryClient();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

/** Returns whether the wait is over. */
function startWait(session: AbortController): () => boolean {
  let isOver = false;
  void untilFeatures(queryClient, session.signal).then(() => {
    isOver = true;
  });
  return () => isOver;
}

test('those that are sent first wait together, and those after them not again', async () => {
  const session = new AbortController();
  const first = startWait(session);
  await vi.advanceTimersByTimeAsync(1_500);
  const second = startWait(session);
  await vi.advanceTimersByTimeAsync(499);
  expect([first(), second()]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(1);
  expect([first(), second()]).toEqual([true, true]);
  const third = startWait(session);
  await vi.advanceTimersByTimeAsync(0);
  expect(third()).toBe(true);
});

test('the wait ends with what the server says, and with the session', async () => {
  const [session, ended] = [new AbortController(), new AbortController()];
  const waits = [startWait(session), startWait(ended)];
  ended.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(waits.map((isOver) => isOver())).toEqual([false, true]);
  queryClient.setQueryData<Features>(realtimeQueries.features().queryKey, new Set());
  await vi.advanceTimersByTimeAsync(0);
  expect(waits.map((isOver) => isOver())).toEqual([true, true]);
});

test('the next session hears for itself', async () => {
  startWait(new AbortController());
  await vi.advanceTimersByTimeAsync(2_000);
  const next = startWait(new AbortController());
  await vi.advanceTimersByTimeAsync(1_999);
  expect(next()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(next()).toBe(true);
});
