/** Code that loads late, or fails to load at first. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { loadCode } from '../../src/lib/load-code.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

test('Code that does not come is asked for until it does, and used once', async () => {
  const code = { greet: () => 'hello' };
  const load = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(code);
  const use = vi.fn();
  loadCode(load, use);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(2);
  expect(use.mock.calls).toEqual([[code]]);
});

test('Code that comes after it was given up is not used', async () => {
  const coming = Promise.withResolvers<object>();
  const use = vi.fn();
  const giveUp = loadCode(() => coming.promise, use);
  giveUp();
  coming.resolve({});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(use).not.toHaveBeenCalled();
});
