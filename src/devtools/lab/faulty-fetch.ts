/** `fetch` with the faults of a plan on the calls of the API; all else passes as it is. */
import { API_PREFIX } from '../../protocol/http.ts';
import { type CallFault, type FaultPlan, OUTAGE_MS } from './fault-plan.ts';

export interface FaultyFetchOptions {
  plan: FaultPlan;
  fetch: typeof fetch;
  /** Counts a fault that a call met. */
  tally(kind: string): void;
  /** An outage began: other connections end, too. */
  handleOutage(): void;
}

const ID = /[0-9a-f]{24}/g;

export function makeFaultyFetch(options: FaultyFetchOptions): typeof fetch {
  const { plan, fetch, tally, handleOutage } = options;
  let outUntil = 0;

  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url, location.href);
    if (!pathname.startsWith(`${API_PREFIX}/`)) return fetch(request);
    const path = pathname.slice(API_PREFIX.length).replace(ID, 'ID');
    const stream = `${request.method} ${path}`;
    const delayMs = plan.drawDelay(stream);
    const fault = Date.now() < outUntil ? CUT : plan.drawCall(stream);
    if (fault) tally(describeFault(fault));
    if (fault?.kind === 'outage') {
      outUntil = Date.now() + OUTAGE_MS;
      handleOutage();
    }
    await wait(delayMs / 2);
    request.signal.throwIfAborted();
    if (fault?.kind === 'cut' || fault?.kind === 'outage') throw new TypeError('Failed to fetch');
    if (fault?.kind === 'status') return answerInstead(fault);
    const answer = await fetch(request);
    await wait(delayMs / 2);
    if (fault?.kind === 'loseAnswer') throw new TypeError('Failed to fetch');
    return answer;
  };
}

const CUT: CallFault = { kind: 'cut' };

export const describeFault = (fault: { kind: string; status?: number }): string =>
  fault.status === undefined ? fault.kind : `${fault.kind} ${fault.status}`;

const answerInstead = ({ status, retryAfterS }: Extract<CallFault, { kind: 'status' }>): Response =>
  Response.json(
    {},
    { status, ...(retryAfterS !== undefined && { headers: { 'retry-after': `${retryAfterS}` } }) },
  );

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
