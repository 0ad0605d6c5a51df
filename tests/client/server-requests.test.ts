/** What a server of several nodes asks of the connection. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createServerRequests } from '../../src/realtime/connection.ts';

const done: string[] = [];
const requests = createServerRequests({
  catchUp: () => done.push('catchUp'),
  move: () => done.push('move'),
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  requests.close();
  done.length = 0;
  vi.useRealTimers();
});

test('A request of the server is done once within the time, however often it was asked for meanwhile', () => {
  requests.take('catchUp', [{ withinMs: 1_000 }]);
  requests.take('catchUp', [{ withinMs: 1_000 }]);
  requests.take('move', [{ withinMs: 500 }]);
  vi.advanceTimersByTime(1_000);
  expect(done.toSorted()).toEqual(['catchUp', 'move']);
  requests.take('catchUp', [{ withinMs: 0 }]);
  vi.advanceTimersByTime(0);
  expect(done).toHaveLength(3);
  requests.take('move', [{ withinMs: 10 }]);
  requests.close();
  vi.runAllTimers();
  expect(done).toHaveLength(3);
});

test('A request that makes no sense, and any other event, is ignored', () => {
  for (const payload of [undefined, null, {}, ...['1', -1, 1e9].map((withinMs) => ({ withinMs }))])
    requests.take('move', [payload]);
  requests.take('newMessage', [{ withinMs: 0 }]);
  vi.runAllTimers();
  expect(done).toEqual([]);
});
