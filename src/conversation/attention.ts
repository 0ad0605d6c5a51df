/** Waits until the person looks at a conversation. */
import type { UserId } from '../protocol/entities.ts';
import { isLookedAt, subscribeAttention } from '../stores/attention.ts';
import { getSelectedUserId, subscribeSelection } from '../stores/selection.ts';

/** Whether this conversation is open in a visible, focused window. */
export const isAttended = (peerId: UserId): boolean =>
  getSelectedUserId() === peerId && isLookedAt();

/** Whether it is open in a window that is hidden or not focused. */
export const isUnattended = (peerId: UserId): boolean =>
  getSelectedUserId() === peerId && !isLookedAt();

/** Resolves when the person looks at the conversation; rejects when `signal` is aborted. */
export function untilLookedAt(peerId: UserId, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stops = [subscribeAttention(check), subscribeSelection(check)];
    const stop = () => {
      for (const stopOne of stops) stopOne();
      signal.removeEventListener('abort', handleAbort);
    };
    function check() {
      if (!isAttended(peerId)) return;
      stop();
      resolve();
    }
    function handleAbort() {
      stop();
      reject(signal.reason);
    }
    signal.addEventListener('abort', handleAbort);
    if (signal.aborted) handleAbort();
    else check();
  });
}
