import { vi } from 'vitest';
import { TimeoutError, WAIT_LIMIT_MS } from './limits.ts';

/** Tries the check until it passes, and resolves with what it returns. */
export async function eventually<Result>(
  check: () => Result | Promise<Result>,
  intervalMs = 10,
): Promise<Result> {
  try {
    return await vi.waitFor(check, { timeout: WAIT_LIMIT_MS, interval: intervalMs });
  } catch (error) {
    throw new TimeoutError(String(error), { cause: error });
  }
}
