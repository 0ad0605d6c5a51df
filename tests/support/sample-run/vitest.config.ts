import { defineConfig } from 'vitest/config';

/** Limits that are reached at once, for tests that reach them on purpose. */
const SOON_MS = 300;

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.sample.ts'],
    // The larger file comes first.
    maxWorkers: 1,
    testTimeout: SOON_MS,
    hookTimeout: SOON_MS,
    expect: { poll: { timeout: SOON_MS / 2 } },
  },
});
