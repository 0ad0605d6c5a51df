/** The faults of API calls, by `fetch` or XMLHttpRequest. */
import { API_PREFIX } from '../../protocol/http.ts';
import { type CallFault, describeFault, type FaultPlan, OUTAGE_MS } from './fault-plan.ts';

export interface CallFate {
  /** In ms, half before and half after the server. */
  delayMs: number;
  /** An outage ends its call like a cut. */
  fault: Exclude<CallFault, { kind: 'outage' }> | undefined;
}

/** Undefined if it is not an API call. */
export type DrawFate = (method: string, url: string) => CallFate | undefined;

interface CallFatesOptions {
  plan: FaultPlan;
  /** Counts a fault of a call. */
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

/** Headers of a simulated answer. */
export const headersOf = ({ retryAfterS }: { retryAfterS?: number }): Record<string, string> =>
  retryAfterS === undefined ? {} : { 'retry-after': `${retryAfterS}` };

export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
