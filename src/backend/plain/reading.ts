/** When this app may read a conversation: a server without `peek` marks all that it answers as seen. */
import type { QueryClient } from '@tanstack/react-query';
import type { UserId } from '../../protocol/entities.ts';
import { isAttended, isLookedAt, subscribeAttention } from '../../stores/attention.ts';
import { getSelectedUserId, subscribeSelection } from '../../stores/selection.ts';
import { isExtended, untilFeatures } from '../connection.ts';

/**
 * A conversation that is open in a window that nobody looks at, as after a reload, is read with `peek`, or when the
 * person looks if the server has no `peek`.
 */
export async function untilReadable(
  queryClient: QueryClient,
  peerId: UserId,
  signal: AbortSignal,
): Promise<{ peek: boolean }> {
  if (getSelectedUserId() !== peerId || isLookedAt()) return { peek: false };
  await untilFeatures(queryClient, signal);
  if (isExtended(queryClient)) return { peek: true };
  await untilLookedAt(peerId, signal);
  return { peek: false };
}

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
