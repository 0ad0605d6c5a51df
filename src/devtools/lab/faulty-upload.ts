/** `XMLHttpRequest`, used for picture uploads, with a plan's faults on API calls. */
import { type CallFate, type DrawFate, headersOf, wait } from './call-fates.ts';

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
      if (fault?.kind === 'cut') this.#tell('error');
      else if (this.#answer) this.#tell('load');
      else this.#leave(body);
    }

    #leave(body: Document | XMLHttpRequestBodyInit | null | undefined): void {
      this.#hasLeft = true;
      super.send(body);
    }

    async #passOn({ delayMs, fault }: CallFate): Promise<void> {
      await wait(delayMs / 2);
      this.#tell(fault?.kind === 'loseAnswer' ? 'error' : 'load');
    }

    #tell(name: 'load' | 'error'): void {
      if (!this.#isSent) return;
      this.#isDue = true;
      this.dispatchEvent(new ProgressEvent(name));
    }
  };
}
