/** `fetch`, and `XMLHttpRequest` for picture uploads, with a plan's faults on API calls; everything else passes unchanged. */
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
const headersOf = ({ retryAfterS }: { retryAfterS?: number }): Record<string, string> =>
  retryAfterS === undefined ? {} : { 'retry-after': `${retryAfterS}` };

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
      return Response.json({}, { status: fault.status, headers: headersOf(fault) });
    }
    const answer = await fetch(request);
    await wait(delayMs / 2);
    if (fault?.kind === 'loseAnswer') throw new TypeError('Failed to fetch');
    return answer;
  };
}

export function makeFaultyUpload(Base: typeof XMLHttpRequest, drawFate: DrawFate) {
  return class FaultyUpload extends Base {
    #fate: CallFate | undefined;
    #isSent = false;
    #hasLeft = false;
    /** Its answer has been delayed. */
    #isDue = false;
    /** Replaces the server's answer. */
    #answer: { status: number; retryAfterS?: number } | undefined;

    constructor() {
      super();
      // The first listener: stops events of an answer that is delayed or lost.
      this.addEventListener('load', (event) => {
        if (this.#isDue || !this.#fate) return;
        event.stopImmediatePropagation();
        void this.#passOn(this.#fate);
      });
    }

    override open(method: string, url: string | URL): void {
      this.#fate = drawFate(method, String(url));
      super.open(method, url);
    }

    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      this.#isSent = true;
      if (this.#fate) void this.#sendInTime(this.#fate, body);
      else this.#leave(body);
    }

    override abort(): void {
      const isWaiting = this.#isSent && !this.#hasLeft;
      this.#isSent = false;
      super.abort();
      // A waiting request is not sent, so it has no end event.
      if (isWaiting) this.dispatchEvent(new ProgressEvent('abort'));
    }

    override get status(): number {
      return this.#answer?.status ?? super.status;
    }

    override get responseText(): string {
      return this.#answer ? '{}' : super.responseText;
    }

    override getAllResponseHeaders(): string {
      if (!this.#answer) return super.getAllResponseHeaders();
      const lines = Object.entries(headersOf(this.#answer)).map(
        ([name, text]) => `${name}: ${text}`,
      );
      return ['content-type: application/json', ...lines].join('\r\n');
    }

    async #sendInTime(
      { delayMs, fault }: CallFate,
      body: Document | XMLHttpRequestBodyInit | null | undefined,
    ): Promise<void> {
      await wait(delayMs / 2);
      if (!this.#isSent) return;
      if (fault?.kind === 'status') this.#answer = fault;
      if (fault?.kind === 'cut') this.#dispatch('error');
      else if (this.#answer) this.#dispatch('load');
      else this.#leave(body);
    }

    #leave(body: Document | XMLHttpRequestBodyInit | null | undefined): void {
      this.#hasLeft = true;
      super.send(body);
    }

    async #passOn({ delayMs, fault }: CallFate): Promise<void> {
      await wait(delayMs / 2);
      this.#dispatch(fault?.kind === 'loseAnswer' ? 'error' : 'load');
    }

    #dispatch(name: 'load' | 'error'): void {
      if (!this.#isSent) return;
      this.#isDue = true;
      this.dispatchEvent(new ProgressEvent(name));
    }
  };
}
