/**
 * Passes the frames of one socket on, with the faults of a plan. Socket.IO events (text frames that begin with `42`)
 * can be delayed, duplicated, sent after the next one, or replaced by the end of the connection. All other frames pass
 * unchanged, so that the protocol stays intact.
 */
import { wait } from './call-fates.ts';
import type { FaultPlan } from './fault-plan.ts';

/** Events whose order and number must not matter to a client: they are true at any time. */
const MESSAGE_EVENT = /^42\["(newMessage|messageSent|delivered|seen|seenElsewhere)"/;

/** How long an event waits at most for the one that should overtake it, in ms. */
const OVERTAKE_WITHIN_MS = 150;

interface EventLineOptions {
  getPlan(): FaultPlan;
  /** The name of the stream from which the faults are drawn. */
  stream: string;
  /** Ends the connection like a network. */
  cut(): void;
  /** Counts a fault of an event. */
  tally(kind: string): void;
}

/** Takes each frame: its text (empty for binary ones), and the function that passes it on. */
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
        setTimeout(letOvertakenGo, OVERTAKE_WITHIN_MS);
        return;
      }
      pass();
      if (fault === 'duplicate') pass();
      if (isAboutMessages) letOvertakenGo();
    });
  };
}
