/**
 * Many plain backends keep one socket per person and delete it when any socket of that person closes. The other
 * sockets of the person stay open and are told nothing more. The sign is a list of online people without this person,
 * after a list with this person on the same connection. A new connection makes the backend keep a socket again.
 */
import type { UserId } from '../protocol/entities.ts';

/** Two windows that reconnect take the one place from each other: only one does, and less often than people switch. */
const MIN_INTERVAL_MS = 10_000;
/** A window that somebody looks at goes first; the list that follows tells the others to stay. */
const VISIBLE_DELAY_MS = 300;
const HIDDEN_DELAY_MS = 2_000;

export function createForgottenCheck({
  meId,
  isPlain,
  reconnect,
}: {
  meId: UserId;
  /** Whether the server speaks the contract alone. Ours tells changes in place of lists. */
  isPlain: () => boolean;
  reconnect: () => void;
}) {
  let wasListed = false;
  let lastAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  return {
    take(event: string, payload: unknown[]): void {
      const [userIds] = payload;
      if (event !== 'getOnlineUsers' || !Array.isArray(userIds)) return;
      if (userIds.includes(meId)) {
        wasListed = true;
        cancel();
      } else if (wasListed && timer === undefined && isPlain()) {
        const delay = Math.random() * (document.hidden ? HIDDEN_DELAY_MS : VISIBLE_DELAY_MS);
        const wait = Math.max(delay, lastAt + MIN_INTERVAL_MS - performance.now());
        timer = setTimeout(() => {
          timer = undefined;
          lastAt = performance.now();
          reconnect();
        }, wait);
      }
    },

    /** Call it with each new connection, and when there is none any more. */
    reset(): void {
      wasListed = false;
      cancel();
    },
  };
}
