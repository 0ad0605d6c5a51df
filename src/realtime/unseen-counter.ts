/**
 * Counts messages as unseen by their events. An answer that counts a message may be here before the event of
 * that message, and nothing in the event tells. So where an answer has just raised a sender's count, the event
 * counts all the same, and the server is asked again.
 */
import type { UserId } from '../protocol/entities.ts';
import { incrementUnseen, subscribeUnseen } from '../stores/unseen.ts';

/** Longer than an event takes that was sent before the answer, in ms. */
const DOUBT_MS = 1_000;

export function createUnseenCounter(askAgain: () => void) {
  /** When an answer has raised whose count, ms since the epoch. */
  const raisedAt = new Map<UserId, number>();
  let isCounting = false;

  const stop = subscribeUnseen((counts, before) => {
    if (isCounting) return;
    for (const [userId, count] of counts) {
      if (count > (before.get(userId) ?? 0)) raisedAt.set(userId, Date.now());
    }
  });

  return {
    count(userId: UserId): void {
      isCounting = true;
      incrementUnseen(userId);
      isCounting = false;
      const raised = raisedAt.get(userId);
      raisedAt.delete(userId);
      if (raised !== undefined && Date.now() - raised < DOUBT_MS) askAgain();
    },
    close: stop,
  };
}
