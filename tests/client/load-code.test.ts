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

test.each(['comes', 'does not come'])(
  'Code that %s after it was given up is not used, nor asked for again',
  async (fate) => {
    const coming = Promise.withResolvers<object>();
    const load = vi.fn(() => coming.promise);
    const use = vi.fn();
    const giveUp = loadCode(load, use);
    giveUp();
    if (fate === 'comes') coming.resolve({});
    else coming.reject(new Error('offline'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(load).toHaveBeenCalledOnce();
    expect(use).not.toHaveBeenCalled();
  },
);
