/** Who counts as online, without a network. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPresence, type PresenceChange } from '../../server/realtime/presence.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('Who is sent away when the server stops leaves once, also when the connection ends later', () => {
  const changes: PresenceChange[] = [];
  const presence = createPresence({
    graceMs: 2_000,
    clock: () => 7,
    handleChange: (change) => changes.push(change),
  });
  presence.connect('ada');
  presence.close();
  presence.disconnect('ada');
  vi.runAllTimers();
  expect(changes).toEqual([
    { userId: 'ada', online: true },
    { userId: 'ada', online: false, lastSeenAt: 7 },
  ]);
});
