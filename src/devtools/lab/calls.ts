/** `fetch` with a plan's faults on API calls; everything else passes unchanged. */
import { API_PREFIX } from '../../protocol/http.ts';
import { type CallFault, describeFault, type FaultPlan, OUTAGE_MS } from './fault-plan.ts';

interface CallFate {
  /** In ms, half before and half after the server. */
  delayMs: number;
  /** An outage ends its call like a cut. */
  fault: Exclude<CallFault, { kind: 'outage' }> | undefined;
}

/** Undefined if it is not an API call. */
type DrawFate = (method: string, url: string) => CallFate | undefined;

interface CallFatesOptions {
  plan: FaultPlan;
  tally(kind: string): void;
  /** An outage began: other connections end too. */
  handleOutage(): void;
}

const ID = /[0-9a-f]{24}/g;

export function makeCallFates({ plan, tally, handleOutage }: CallFatesOptions): DrawFate {
  let outUntil = 0;

  return (method, url) => {
    const { pathname } = new URL(url, location.href);
    if (!pathname.startsWith(`${API_PREFIX}/`)) return undefined;
    const stream = `${method} ${pathname.slice(API_PREFIX.length).replace(ID, 'ID')}`;
    const delayMs = plan.drawDelay(stream);
    const fault = Date.now() < outUntil ? CUT : plan.drawCall(stream);
    if (fault) tally(describeFault(fault));
    if (fault?.kind !== 'outage') return { delayMs, fault };
    outUntil = Date.now() + OUTAGE_MS;
    handleOutage();
    return { delayMs, fault: CUT };
  };
}

const CUT = { kind: 'cut' } as const;

export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export function makeFaultyFetch(fetch: typeof window.fetch, drawFate: DrawFate): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const fate = drawFate(request.method, request.url);
    if (!fate) return fetch(request);
    const { delayMs, fault } = fate;
    await wait(delayMs / 2);
    request.signal.throwIfAborted();
    if (fault?.kind === 'cut') throw new TypeError('Failed to fetch');
    if (fault?.kind === 'status') {
      const { status, retryAfterS } = fault;
      const headers = retryAfterS === undefined ? {} : { 'retry-after': `${retryAfterS}` };
      return Response.json({}, { status, headers });
    }
    const answer = await fetch(request);
    await wait(delayMs / 2);
    if (fault?.kind === 'loseAnswer') throw new TypeError('Failed to fetch');
    return answer;
  };
}
