/**
 * How long a test waits for something to come true, in ms. Far above what a busy machine takes, so that time decides no
 * test. Mutants are run with less (`tests/mutation/run.ts`): there, most of what is waited for does not come.
 */
export const PATIENCE_MS = Number(process.env.PATIENCE_MS ?? 30_000);
