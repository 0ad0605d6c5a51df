/** `WebSocket` with a plan's faults on incoming events. */
import { makeEventLine } from './event-line.ts';
import type { FaultPlan } from './fault-plan.ts';

interface FaultySocketOptions {
  plan: FaultPlan;
  tally(kind: string): void;
  /** Registers an open socket, so that it can be cut. */
  handleOpen(socket: WebSocket): void;
}

export function makeFaultySocket({ plan, tally, handleOpen }: FaultySocketOptions) {
  return class FaultySocket extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      const takeIn = makeEventLine({
        getPlan: () => plan,
        stream: 'events',
        cut: () => this.close(),
        tally,
      });
      const passed = new WeakSet<MessageEvent>();
      this.addEventListener('open', () => handleOpen(this));
      // The first listener: frames from the line go on to the other listeners, frames from the network go into the
      // line.
      this.addEventListener('message', (event) => {
        if (passed.has(event)) return;
        event.stopImmediatePropagation();
        const { data } = event;
        takeIn(typeof data === 'string' ? data : '', () => {
          const copy = new MessageEvent('message', { data, origin: event.origin });
          passed.add(copy);
          if (this.readyState === WebSocket.OPEN) this.dispatchEvent(copy);
        });
      });
    }
  };
}
