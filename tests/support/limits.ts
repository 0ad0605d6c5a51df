/**
 * The limits of the tests, all of them. They end what hangs, far above what a busy machine takes: time decides no test.
 * What a limit ended, `npm test` tries once more, alone (`tests/run`). No test has a limit of its own.
 */

/** For a test, and for a hook, in ms. */
export const TEST_LIMIT_MS = 10 * 60_000;

/** For something that a test waits for, in ms. */
export const WAIT_LIMIT_MS = 60_000;

/** Failed tests after which a run stops and reports. */
export const FAILURES_LIMIT = 20;

/** For the first try of all tests, and for the whole run, in ms: a build machine ends what takes 90 minutes. */
export const FIRST_TRY_LIMIT_MS = 55 * 60_000;
export const RUN_LIMIT_MS = 70 * 60_000;

/** What a limit ended says so by its name, as Playwright's errors do. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}
