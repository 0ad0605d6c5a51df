import { vi } from 'vitest';

/** Resolves when the check passes. Time decides nothing: it is far above what a busy machine takes. */
export const eventually = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 15_000, interval: 10 });
