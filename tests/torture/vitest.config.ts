import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from '../support/patience.ts';

/** Long runs, by `npm run test:torture` alone: each is a test of `npm test` grown long. */
export default defineConfig({
  test: {
    root: '.',
    include: ['tests/torture/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 20 * 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: PATIENCE_MS } },
  },
});
