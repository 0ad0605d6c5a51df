/**
 * A line on which the frames of one socket come in, with the faults that a plan has for them. Socket.IO
 * events (text frames that begin with `42`) can be delayed, doubled, overtaken by the next one, or met by
 * the end of the connection; all other frames pass as they are, so that the protocol itself stays whole.
 */
import { wait } from './call-fates.ts';
import type { FaultPlan } from './fault-plan.ts';

/** Events whose order and number a client must not rely on: what they tell is true at any time. */
const MESSAGE_EVENT = /^42\["(newMessage|messageSent|delivered|seen|seenElsewhere)"/;

/** An event that is to be overtaken does not wait longer for one that overtakes it, in ms. */
const OVERTAKE_WITHIN_MS = 150;

interface EventLineOptions {
  getPlan(): FaultPlan;
  /** The name under which the faults are drawn. */
  stream: string;
  /** Ends the connection as a network does. */
  cut(): void;
  /** Counts a fault that an event met. */
  tally(kind: string): void;
}

/** Takes the frames in as they come: their text (empty for binary ones), and the way to pass them on. */
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
