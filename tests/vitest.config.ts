import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { defineConfig } from 'vitest/config';
import { TEST_LIMIT_MS, WAIT_LIMIT_MS } from './support/limits.ts';

// What was compiled once is kept for workers, threads and servers: the compiler of TypeScript takes longer than a server.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/duet');

/** The same for every project; no test has limits of its own. A failed test is not tried again (`tests/run`). */
const common = {
  // One file for each core.
  maxWorkers: availableParallelism(),
  testTimeout: TEST_LIMIT_MS,
  hookTimeout: TEST_LIMIT_MS,
  expect: { poll: { timeout: WAIT_LIMIT_MS } },
};

/**
 * Four kinds of test, by what they need: a DOM, a server, a real browser with the built app, or the engines
 * of several nodes (PostgreSQL and Redis).
 */
export default defineConfig({
  test: {
    teardownTimeout: WAIT_LIMIT_MS,
    projects: [
      {
        root: '.',
        plugins: [
          // Makes the route tree as the build does, so that a fresh clone has one.
          tanstackRouter({
            target: 'react',
            routesDirectory: './routes',
            generatedRouteTree: './src/routeTree.gen.ts',
            autoCodeSplitting: false,
          }),
        ],
        oxc: { jsx: { runtime: 'automatic', importSource: '@emotion/react' } },
        test: {
          ...common,
          name: 'client',
          environment: 'happy-dom',
          include: ['tests/client/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/client/support/set-limits.ts', 'tests/client/support/answer-304.ts'],
        },
      },
      {
        root: '.',
        test: {
          ...common,
          name: 'server',
          environment: 'node',
          include: ['tests/{server,model}/**/*.test.ts', 'tests/*.test.ts'],
          // The code of the server is loaded once by each worker.
          isolate: false,
        },
      },
      {
        root: '.',
        test: {
          ...common,
          name: 'browser',
          environment: 'node',
          include: ['tests/end-to-end/**/*.test.ts'],
          // A worker keeps its browser, and the process with its servers, from one file to the next.
          isolate: false,
        },
      },
      {
        root: '.',
        test: {
          ...common,
          name: 'cluster',
          environment: 'node',
          include: ['tests/cluster/**/*.test.ts'],
          isolate: false,
          globalSetup: 'tests/cluster/support/share-postgres.ts',
        },
      },
    ],
  },
});
