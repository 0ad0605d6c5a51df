/** Which of several windows tells of a message where browsers have no locks, as on an insecure address. */
import { expect, test, vi } from 'vitest';

/** A window of its own: modules keep their state for themselves. */
async function openWindow(signal: AbortSignal) {
  vi.resetModules();
  const { standForSpeaker } = await import('../../src/notifications/windows.ts');
  return standForSpeaker('sound', signal);
}

test('Without locks each message is told by one window of several, whoever hears of it first', async () => {
  expect(navigator.locks ?? null).toBeNull();
  const life = new AbortController();
  const windows = await Promise.all([1, 2, 3].map(() => openWindow(life.signal)));
  const answers = await Promise.all(windows.map((one) => one.isToTell('m1')));
  expect(answers.filter(Boolean)).toHaveLength(1);

  const [first, ...late] = windows;
  expect(await first?.isToTell('m2')).toBe(true);
  expect(await Promise.all(late.map((one) => one.isToTell('m2')))).toEqual([false, false]);
  life.abort();
  expect(await first?.isToTell('m3')).toBe(false);
});
