/**
 * Notices a connection that is dead without having been closed: a network that swallows packets, a server that
 * hangs. While the person looks at the chat and nothing is heard, the server is asked for an answer. Windows
 * that nobody looks at, and servers without the feature `pulse`, leave it to the pings of Socket.IO.
 */
import { isLookedAt, subscribeLooks } from '../stores/attention.ts';

/** Silence after which the server is asked, in ms. */
export const ASK_AFTER_MS = 2_000;
/** How long it may take to answer, in ms: longer than a slow upload holds up what is small. */
export const ANSWER_MS = 4_500;

export function createPulse({
  ask,
  handleDeath,
}: {
  /** Asks for an answer, where that can be done. Returns whether it was. */
  ask: (handleAnswer: () => void) => boolean;
  handleDeath: () => void;
}) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function noteHeard(): void {
    stop();
    if (isLookedAt()) timer = setTimeout(askNow, ASK_AFTER_MS);
  }

  function askNow(): void {
    stop();
    if (!isLookedAt() || !ask(noteHeard)) return;
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
    /** Call it for whatever comes from the server. */
    noteHeard,
    /** Call it when the connection is lost. */
    stop,
    close(): void {
      stop();
      stopLooks();
    },
  };
}
