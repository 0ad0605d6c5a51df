/**
 * Not every backend answers 401 if the session has ended. So after a refused call, a call of its own checks the session
 * (spec section 4).
 */
import type {
  MutationCacheNotifyEvent,
  QueryCacheNotifyEvent,
  QueryClient,
} from '@tanstack/react-query';
import { checkSession } from '../api/auth.ts';
import { ApiError, isSignedOut } from '../api/errors.ts';

/** A 403 without our envelope, too: another backend may answer so. */
const mayMeanSignedOut = (error: unknown): error is ApiError =>
  isSignedOut(error) || (error instanceof ApiError && error.status === 403);

/** Returns a function that stops it. */
export function followRefusals(queryClient: QueryClient): () => void {
  let isChecking = false;

  async function handleEvent(event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) {
    if (event.type !== 'updated' || event.action.type !== 'error' || isChecking) return;
    const { error } = event.action;
    if (!mayMeanSignedOut(error) || error.isMoot) return;
    isChecking = true;
    await checkSession().catch(() => undefined);
    isChecking = false;
  }

  const stops = [
    queryClient.getQueryCache().subscribe(handleEvent),
    queryClient.getMutationCache().subscribe(handleEvent),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
