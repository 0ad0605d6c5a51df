import { defineConfig } from 'vitest/config';
import { TEST_LIMIT_MS, WAIT_LIMIT_MS } from '../support/limits.ts';

/** Long runs, by `npm run test:torture` alone: each is a test of `npm test` grown long. */
export default defineConfig({
  test: {
    root: '.',
    include: ['tests/torture/**/*.test.ts'],
    // Each test is told when it ends, not when its file does.
    reporters: ['verbose'],
    setupFiles: ['tests/torture/progress.ts'],
    fileParallelism: false,
    testTimeout: 90 * 60_000,
    hookTimeout: TEST_LIMIT_MS,
    expect: { poll: { timeout: WAIT_LIMIT_MS } },
  },
});
