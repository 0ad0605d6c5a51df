/** Older answers than this, in ms, are not taken: what they say may have changed. */
const FRESH_MS = 30_000;

function findEarlyCalls(token: string | null) {
  const early = typeof window === 'undefined' ? undefined : window.earlyCalls;
  return early?.token === token && Date.now() - early.startedAt < FRESH_MS ? early : undefined;
}

/**
 * The answer of a call that the boot script started before the app ran, once, for the same session.
 * Only plain GET calls are among them.
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

/** Whether such an answer is there: taking it waits for no network. */
export const isAnsweredEarly = (address: string, token: string | null): boolean =>
  findEarlyCalls(token)?.answered.has(address) === true;

/** Whether the boot script made calls for this page. */
export const hasEarlyCalls = (): boolean =>
  typeof window !== 'undefined' && window.earlyCalls !== undefined;
