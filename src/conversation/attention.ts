/** Waits until the person looks at a conversation. */

import type { QueryClient } from '@tanstack/react-query';
import { getFeatures } from '../backend/connection.ts';
import type { UserId } from '../protocol/entities.ts';
import { isLookedAt, subscribeAttention } from '../stores/attention.ts';
import { getSelectedUserId, subscribeSelection } from '../stores/selection.ts';
import { messageKeys } from './message-keys.ts';

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

// Waits until the cache has something, nobody needs it any more, or a timeout.

/** How long to wait after the start for the server's features, in ms. */
const FEATURES_WAIT_MS = 2_000;
/** How long the fetch of an open conversation may take to begin, in ms: its code may still be loading. */
const OPENING_WAIT_MS = 2_000;

/** Resolves when the server has announced its features, or seems to announce none. */
export function untilFeatures(queryClient: QueryClient, signal: AbortSignal): Promise<void> {
  const isKnown = () => getFeatures(queryClient) !== null;
  return untilCache(queryClient, isKnown, FEATURES_WAIT_MS, signal);
}

/**
 * Resolves when the first page of a conversation has arrived or failed; at once if nobody has the conversation open, or
 * if its fetch waits for the person to look.
 */
export async function untilLoaded(
  queryClient: QueryClient,
  peerId: UserId,
  signal: AbortSignal,
): Promise<void> {
  if (isUnattended(peerId)) return;
  const queryKey = messageKeys.history(peerId);
  const isAskedFor = () => {
    const { fetchStatus = 'idle', status } = queryClient.getQueryState(queryKey) ?? {};
    return fetchStatus !== 'idle' || status === 'success' || status === 'error';
  };
  const isSettled = () => isAskedFor() || !isAttended(peerId);
  await untilCache(queryClient, isSettled, OPENING_WAIT_MS, signal);
  const query = queryClient.getQueryCache().find({ queryKey });
  if (query && query.state.fetchStatus !== 'idle') await query.promise?.catch(() => undefined);
}

function untilCache(
  queryClient: QueryClient,
  isTrue: () => boolean,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  if (isTrue() || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      stop();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, timeoutMs);
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (isTrue()) finish();
    });
    signal.addEventListener('abort', finish);
  });
}
