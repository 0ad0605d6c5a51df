import { availableParallelism } from 'node:os';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from './support/patience.ts';

/** Ends what hangs, in ms. Far above what a busy machine takes, so that time decides no test. */
const HANG_MS = 60_000;
/** The same for what starts browsers or engines. */
const SLOW_HANG_MS = 120_000;

/** What `expect.poll` waits for; a second by default, which a busy machine may take. */
const PATIENT = { poll: { timeout: PATIENCE_MS } };

/** A build machine may stall a browser or a disk for longer than any wait here. What is broken fails each time. */
const RETRIES = process.env.CI ? 2 : 0;

/** Files at once. Flows and clusters wait more than they work: one more than there are cores keeps these busy. */
const AT_ONCE = availableParallelism() + 1;

/**
 * Four kinds of test, by what they need: a DOM, a server, a real browser with the built app, or the engines
 * of several nodes (PostgreSQL and Redis).
 */
export default defineConfig({
  test: {
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
          name: 'client',
          environment: 'happy-dom',
          include: ['tests/client/**/*.test.{ts,tsx}'],
          maxWorkers: AT_ONCE,
          setupFiles: ['tests/client/support/set-patience.ts'],
          testTimeout: HANG_MS,
          hookTimeout: HANG_MS,
          expect: PATIENT,
          retry: RETRIES,
        },
      },
      {
        root: '.',
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/{server,model}/**/*.test.ts', 'tests/*.test.ts'],
          maxWorkers: AT_ONCE,
          testTimeout: HANG_MS,
          hookTimeout: HANG_MS,
          expect: PATIENT,
          retry: RETRIES,
        },
      },
      {
        root: '.',
        test: {
          name: 'browser',
          environment: 'node',
          include: ['tests/end-to-end/**/*.test.ts'],
          maxWorkers: AT_ONCE,
          // A worker keeps its browser, and the process with its servers, from one file to the next.
          isolate: false,
          testTimeout: SLOW_HANG_MS,
          hookTimeout: SLOW_HANG_MS,
          expect: PATIENT,
          retry: RETRIES,
        },
      },
      {
        root: '.',
        test: {
          name: 'cluster',
          environment: 'node',
          include: ['tests/cluster/**/*.test.ts'],
          maxWorkers: AT_ONCE,
          testTimeout: SLOW_HANG_MS,
          hookTimeout: SLOW_HANG_MS,
          expect: PATIENT,
          retry: RETRIES,
        },
      },
    ],
  },
});
