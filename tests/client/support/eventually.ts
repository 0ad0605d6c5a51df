import { vi } from 'vitest';
import { PATIENCE_MS } from '../../support/patience.ts';

/** Resolves when the check passes. */
export const eventually = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval: 10 });
