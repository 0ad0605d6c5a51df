/**
 * A call that is refused may be refused for the session's sake: not every backend says so with a 401. The
 * session has a call of its own (spec section 4), which then tells.
 */
import type {
  MutationCacheNotifyEvent,
  QueryCacheNotifyEvent,
  QueryClient,
} from '@tanstack/react-query';
import { checkSession } from '../api/auth.ts';
import { isSignedOut } from '../api/errors.ts';

/** Returns the function that stops it. */
export function followRefusals(queryClient: QueryClient): () => void {
  let isChecking = false;

  async function handleEvent(event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) {
    if (event.type !== 'updated' || event.action.type !== 'error' || isChecking) return;
    const { error } = event.action;
    if (!isSignedOut(error) || error.isMoot) return;
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
