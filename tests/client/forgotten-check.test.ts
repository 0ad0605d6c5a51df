/** A plain backend that has forgotten this person's socket: see the flows of `strangers.test.ts`, too. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createForgottenCheck } from '../../src/backend/plain/forgotten-check.ts';

let reconnects = 0;
let check: ReturnType<typeof createForgottenCheck>;
const hear = (...userIds: string[]) => check.noteEvent('getOnlineUsers', [userIds]);

beforeEach(() => {
  vi.useFakeTimers();
  reconnects = 0;
  check = createForgottenCheck({
    meId: 'me',
    reconnect: () => {
      reconnects += 1;
      check.reset();
    },
  });
});
afterEach(() => vi.useRealTimers());

describe('A list of online people without the own account', () => {
  test.each([
    ['from a backend that never lists it', [['ada']]],
    ['if it is listed again, by a window that was faster', [['me'], ['ada'], ['ada', 'me']]],
  ])('means nothing %s', (_when, lists) => {
    for (const list of lists) hear(...list);
    vi.advanceTimersByTime(60_000);
    expect(reconnects).toBe(0);
  });

  test('never leads to a loop: the next new connection waits for ten seconds', () => {
    for (let round = 0; round < 5; round += 1) {
      hear('me');
      hear('ada');
      vi.advanceTimersByTime(1_500);
    }
    expect(reconnects).toBe(1);
    hear('me');
    hear('ada');
    hear('ada', 'ben');
    vi.advanceTimersByTime(10_000);
    expect(reconnects).toBe(2);
  });
});
