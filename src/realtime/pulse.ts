/**
 * Detects a connection that is dead but not closed: a network that drops packets, or a server that hangs. If the person
 * looks at the chat and nothing arrives, the server is asked for an answer. Hidden windows, and servers without the
 * feature `pulse`, rely on Socket.IO's pings.
 */
import { isLookedAt, subscribeLooks } from '../stores/attention.ts';

/** Silence in ms, after which the server is asked. */
const ASK_AFTER_MS = 2_000;
/** Time for the answer in ms: longer than a slow upload delays small packets. */
export const ANSWER_MS = 4_500;

export function createPulse({
  ask,
  handleDeath,
}: {
  /** Asks for an answer, if possible. Returns whether it was. */
  ask: (handleAnswer: () => void) => boolean;
  handleDeath: () => void;
}) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function recordHeard(): void {
    stop();
    if (isLookedAt()) timer = setTimeout(askNow, ASK_AFTER_MS);
  }

  function askNow(): void {
    stop();
    if (!isLookedAt() || !ask(recordHeard)) return;
    timer = setTimeout(() => {
      timer = undefined;
      handleDeath();
    }, ANSWER_MS);
  }

  const stopLooks = subscribeLooks(() => {
    if (!isLookedAt()) stop();
    else if (timer === undefined) askNow();
  });

  return {
    /** Call it for everything that the server sends. */
    recordHeard,
    /** Call it when the connection is lost. */
    stop,
    close(): void {
      stop();
      stopLooks();
    },
  };
}
