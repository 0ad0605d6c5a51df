/**
 * Many plain backends keep one socket per person and delete it when any socket of that person closes. The other
 * sockets of the person stay open and are told nothing more. The sign is a list of online people without this person,
 * after a list with this person on the same connection. A new connection makes the backend keep a socket again.
 */
import type { UserId } from '../../protocol/entities.ts';

/** Two windows that reconnect would take the one place from each other: so only one does, and not too often. */
const MIN_INTERVAL_MS = 10_000;
/** A visible window reconnects first; the list that follows stops the others. */
const VISIBLE_DELAY_MS = 300;
const HIDDEN_DELAY_MS = 2_000;

export function createForgottenCheck({
  meId,
  reconnect,
}: {
  meId: UserId;
  /** Called in front of any server: one that tells changes sends no such lists. */
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
    observeEvent(event: string, payload: readonly unknown[]): void {
      const [userIds] = payload;
      if (event !== 'getOnlineUsers' || !Array.isArray(userIds)) return;
      if (userIds.includes(meId)) {
        wasListed = true;
        cancel();
      } else if (wasListed && timer === undefined) {
        const delay = Math.random() * (document.hidden ? HIDDEN_DELAY_MS : VISIBLE_DELAY_MS);
        const wait = Math.max(delay, lastAt + MIN_INTERVAL_MS - performance.now());
        timer = setTimeout(() => {
          timer = undefined;
          lastAt = performance.now();
          reconnect();
        }, wait);
      }
    },

    /** Call it on each new connection, and when there is none any more. */
    reset(): void {
      wasListed = false;
      cancel();
    },
  };
}
