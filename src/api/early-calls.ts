/** Answers older than this, in ms, are not used: they may be out of date. */
const FRESH_MS = 30_000;

function findEarlyCalls(token: string | null) {
  const early = typeof window === 'undefined' ? undefined : window.earlyCalls;
  return early?.token === token && Date.now() - early.startedAt < FRESH_MS ? early : undefined;
}

/**
 * Returns once the answer of a call that the boot script made for the same session before the app ran. Only plain GET
 * calls.
 */
export function takeEarlyCall(
  address: string,
  token: string | null,
): Promise<Response> | undefined {
  const early = findEarlyCalls(token);
  const answer = early?.answers.get(address);
  early?.answers.delete(address);
  return answer;
}

/** Whether such an answer has arrived, so that no network is needed. */
export const isAnsweredEarly = (address: string, token: string | null): boolean =>
  findEarlyCalls(token)?.answered.has(address) === true;

/** Whether the boot script made calls for this page. */
export const hasEarlyCalls = (): boolean =>
  typeof window !== 'undefined' && window.earlyCalls !== undefined;
