/** `WebSocket` with a plan's faults on incoming events. */
import { wait } from './calls.ts';
import type { FaultPlan } from './fault-plan.ts';

/** `handleOpen` registers an open socket, so that it can be cut. */
export function makeFaultySocket(
  plan: FaultPlan,
  tally: (kind: string) => void,
  handleOpen: (socket: WebSocket) => void,
) {
  return class FaultySocket extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      const cut = () => this.close();
      const takeIn = makeEventLine({ getPlan: () => plan, stream: 'events', cut, tally });
      const passed = new WeakSet<MessageEvent>();
      this.addEventListener('open', () => handleOpen(this));
      // The first listener: frames from the network go into the line, frames from the line to the other listeners.
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

/** Events whose order and number must not matter to a client: they are true at any time. */
const MESSAGE_EVENT = /^42\["(newMessage|messageSent|delivered|seen|seenElsewhere)"/;

/** How long an event waits at most for the one that should overtake it, in ms: two messages can be sent by hand. */
const MAX_REORDER_DELAY_MS = 1_000;

interface EventLineOptions {
  getPlan(): FaultPlan;
  /** The name of the stream from which the faults are drawn. */
  stream: string;
  cut(): void;
  tally(kind: string): void;
}

/**
 * Passes the frames of one socket on. Socket.IO events (text frames that begin with `42`) can be delayed, duplicated,
 * sent after the next one, or replaced by the end of the connection. All other frames pass unchanged, so that the
 * protocol stays intact. Takes each frame: its text (empty for binary ones), and the function that passes it on.
 */
export function makeEventLine({ getPlan, stream, cut, tally }: EventLineOptions) {
  let line = Promise.resolve();
  let overtaken: (() => void) | undefined;

  function letOvertakenGo(): void {
    overtaken?.();
    overtaken = undefined;
  }

  return (text: string, pass: () => void): void => {
    const isEvent = text.startsWith('42');
    const isAboutMessages = MESSAGE_EVENT.test(text);
    const plan = getPlan();
    const delayMs = isEvent ? plan.drawDelay(stream) : 0;
    const fault = isEvent ? plan.drawEvent(stream, isAboutMessages) : undefined;
    if (fault) tally(fault === 'cut' ? 'cut socket' : fault);
    line = line.then(async () => {
      if (delayMs > 0) await wait(delayMs);
      if (fault === 'cut') return cut();
      if (fault === 'reorder' && !overtaken) {
        overtaken = pass;
        setTimeout(letOvertakenGo, MAX_REORDER_DELAY_MS);
        return;
      }
      pass();
      if (fault === 'duplicate') pass();
      if (isAboutMessages) letOvertakenGo();
    });
  };
}
