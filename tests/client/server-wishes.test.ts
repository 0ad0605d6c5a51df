/** What a server of several nodes asks of the connection. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createServerWishes } from '../../src/realtime/server-wishes.ts';

const done: string[] = [];
const wishes = createServerWishes({
  catchUp: () => done.push('catchUp'),
  move: () => done.push('move'),
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  wishes.close();
  done.length = 0;
  vi.useRealTimers();
});

describe('A wish of the server', () => {
  test('is done once within the time, however often it was asked for meanwhile', () => {
    wishes.hear('catchUp', [{ withinMs: 1_000 }]);
    wishes.hear('catchUp', [{ withinMs: 1_000 }]);
    wishes.hear('move', [{ withinMs: 500 }]);
    vi.advanceTimersByTime(1_000);
    expect(done.toSorted()).toEqual(['catchUp', 'move']);
    wishes.hear('catchUp', [{ withinMs: 0 }]);
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
    wishes.hear('move', [payload]);
    vi.runAllTimers();
    expect(done).toEqual([]);
  });

  test('is forgotten when the connection is closed', () => {
    wishes.hear('move', [{ withinMs: 10 }]);
    wishes.close();
    vi.runAllTimers();
    expect(done).toEqual([]);
  });
});
