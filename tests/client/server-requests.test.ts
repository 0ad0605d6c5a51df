/** What a server of several nodes asks of the connection. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createServerRequests } from '../../src/realtime/connection.ts';

const done: string[] = [];
const requests = createServerRequests({
  catchUp: () => done.push('catchUp'),
  move: () => done.push('move'),
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  requests.close();
  done.length = 0;
  vi.useRealTimers();
});

describe('A request of the server', () => {
  test('is done once within the time, however often it was asked for meanwhile', () => {
    requests.take('catchUp', [{ withinMs: 1_000 }]);
    requests.take('catchUp', [{ withinMs: 1_000 }]);
    requests.take('move', [{ withinMs: 500 }]);
    vi.advanceTimersByTime(1_000);
    expect(done.toSorted()).toEqual(['catchUp', 'move']);
    requests.take('catchUp', [{ withinMs: 0 }]);
    vi.advanceTimersByTime(0);
    expect(done).toHaveLength(3);
  });

  test.each([
    [undefined],
    [null],
    [{}],
    [{ withinMs: '1' }],
    [{ withinMs: -1 }],
    [{ withinMs: 1e9 }],
  ])('is ignored when it makes no sense: %j', (payload) => {
    requests.take('move', [payload]);
    vi.runAllTimers();
    expect(done).toEqual([]);
  });

  test('is one of these two, and no other event', () => {
    requests.take('newMessage', [{ withinMs: 0 }]);
    vi.runAllTimers();
    expect(done).toEqual([]);
  });

  test('is forgotten when the connection is closed', () => {
    requests.take('move', [{ withinMs: 10 }]);
    requests.close();
    vi.runAllTimers();
    expect(done).toEqual([]);
  });
});
