/** Who counts as online, without a network. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPresence, type OnlineChange } from '../../server/realtime/presence.ts';

let changes: OnlineChange[];
let time: { now: number };
let presence: ReturnType<typeof createPresence>;
beforeEach(() => {
  vi.useFakeTimers();
  changes = [];
  time = { now: 7 };
  presence = createPresence({
    graceMs: 2_000,
    clock: () => time.now,
    handleChange: (change) => changes.push(change),
  });
  presence.connect('ada');
});
afterEach(() => {
  vi.useRealTimers();
});

const came = { userId: 'ada', online: true };
const left = { userId: 'ada', online: false, lastSeenAt: 7 };

test('Who comes back soon has neither left nor come; who does not was last seen when the connection ended', () => {
  presence.disconnect('ada');
  presence.connect('ada');
  vi.runAllTimers();
  expect(changes).toEqual([came]);
  presence.disconnect('ada');
  time.now = 8;
  vi.runAllTimers();
  expect(changes).toEqual([came, left]);
});

test('When the server stops, who was gone for a moment has left then, and who is sent away leaves once', () => {
  presence.connect('ben');
  presence.disconnect('ada');
  time.now = 8;
  presence.close();
  presence.disconnect('ben');
  vi.runAllTimers();
  expect(changes).toEqual([
    came,
    { userId: 'ben', online: true },
    left,
    { userId: 'ben', online: false, lastSeenAt: 8 },
  ]);
});
