/** Who counts as online, without a network. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPresence, type OnlineChange } from '../../server/realtime/presence.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const changes: OnlineChange[] = [];
  const time = { now: 7 };
  const presence = createPresence({
    graceMs: 2_000,
    clock: () => time.now,
    handleChange: (change) => changes.push(change),
  });
  return { presence, changes, time };
}

test('Who leaves was last seen when the connection ended, not when that was believed', () => {
  const { presence, changes, time } = open();
  presence.connect('ada');
  presence.disconnect('ada');
  time.now = 8;
  vi.runAllTimers();
  expect(changes.at(-1)).toEqual({ userId: 'ada', online: false, lastSeenAt: 7 });
});

test('Who comes back soon has neither left nor come', () => {
  const { presence, changes } = open();
  presence.connect('ada');
  presence.disconnect('ada');
  presence.connect('ada');
  vi.runAllTimers();
  expect(changes).toEqual([{ userId: 'ada', online: true }]);
});

test('Who was gone for a moment when the server stops has left then', () => {
  const { presence, changes, time } = open();
  presence.connect('ada');
  presence.disconnect('ada');
  time.now = 8;
  presence.close();
  expect(changes.at(-1)).toEqual({ userId: 'ada', online: false, lastSeenAt: 7 });
});

test('Who is sent away when the server stops leaves once, also when the connection ends later', () => {
  const { presence, changes } = open();
  presence.connect('ada');
  presence.close();
  presence.disconnect('ada');
  vi.runAllTimers();
  expect(changes).toEqual([
    { userId: 'ada', online: true },
    { userId: 'ada', online: false, lastSeenAt: 7 },
  ]);
});
