/** How long a test waits for something to come true, in ms. Far above what a busy machine takes, so that time decides no test. */
export const PATIENCE_MS = 20_000;
