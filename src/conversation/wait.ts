/** Waiting for something to be known: until the cache has it, nobody needs it any more, or the time is over. */
import type { QueryClient } from '@tanstack/react-query';
import { getFeatures } from '../backend/connection.ts';
import type { UserId } from '../protocol/entities.ts';
import { isAttended, isUnattended } from './attention.ts';
import { messageKeys } from './message-keys.ts';

/** How long to wait after the start to hear what the server can do, in ms. */
const FEATURES_WAIT_MS = 2_000;
/** How long a conversation that is open may take to be asked for, in ms: its code may be on its way. */
const OPENING_WAIT_MS = 2_000;

/** Resolves when the server has said what it can do, or seems to have nothing to say. */
export function untilFeatures(queryClient: QueryClient, signal: AbortSignal): Promise<void> {
  const isKnown = () => getFeatures(queryClient) !== null;
  return untilCache(queryClient, isKnown, FEATURES_WAIT_MS, signal);
}

/**
 * Resolves when the first page of a conversation has landed or failed; at once where nobody has the
 * conversation open, or where it waits for the person to look.
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
