/** Waits until the cache has something, nobody needs it any more, or a timeout. */
import type { QueryClient } from '@tanstack/react-query';
import { getFeatures } from '../backend/connection.ts';
import type { UserId } from '../protocol/entities.ts';
import { isAttended, isUnattended } from './attention.ts';
import { messageKeys } from './message-keys.ts';

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
