/** How long an answer may take, in ms, unless the call says otherwise. */
export const DEADLINE_MS = 15_000;
