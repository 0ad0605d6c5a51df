/** The default timeout of a call, in ms. */
export const DEADLINE_MS = 15_000;
