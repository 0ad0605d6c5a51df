/** `fetch` with a plan's faults on API calls; everything else passes unchanged. */
import { type DrawFate, headersOf, wait } from './call-fates.ts';

interface FaultyFetchOptions {
  fetch: typeof fetch;
  drawFate: DrawFate;
}

export function makeFaultyFetch({ fetch, drawFate }: FaultyFetchOptions): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const fate = drawFate(request.method, request.url);
    if (!fate) return fetch(request);
    const { delayMs, fault } = fate;
    await wait(delayMs / 2);
    request.signal.throwIfAborted();
    if (fault?.kind === 'cut') throw new TypeError('Failed to fetch');
    if (fault?.kind === 'status') {
      return Response.json({}, { status: fault.status, headers: headersOf(fault) });
    }
    const answer = await fetch(request);
    await wait(delayMs / 2);
    if (fault?.kind === 'loseAnswer') throw new TypeError('Failed to fetch');
    return answer;
  };
}
