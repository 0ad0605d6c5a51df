/** The signed-in person: identity, login, and the check after a refused call. */
import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  type QueryClient,
  queryOptions,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import * as api from '../api/auth.ts';
import { checkSession, type SignedIn } from '../api/auth.ts';
import { ApiError, isSignedOut } from '../api/errors.ts';
import { type Cause, withCause, writeData } from '../cache/write.ts';
import { messageOf } from '../lib/message-of.ts';
import { retainAvatar } from '../pictures/avatars.ts';
import type { OwnUser } from '../protocol/entities.ts';
import type { LogInRequest, SignUpRequest } from '../protocol/http.ts';
import { startSession } from '../stores/session.ts';
import { notify } from '../ui/notify.ts';

export const authQueries = {
  /**
   * Fetched once at the start with a stored token. Fails at once, so that the guard can distinguish "signed out"
   * (`isSignedOut`) from "not known yet" and show it.
   */
  me: () =>
    queryOptions({
      queryKey: ['auth', 'me'] as const,
      queryFn: async ({ signal }): Promise<OwnUser> => retainAvatar(await api.checkSession(signal)),
      retry: false,
    }),
};

export const getMe = (queryClient: QueryClient): OwnUser | undefined =>
  queryClient.getQueryData(authQueries.me().queryKey);

export function writeMe(queryClient: QueryClient, user: OwnUser, cause: Cause): void {
  withCause(cause, () => writeData(queryClient, authQueries.me().queryKey, user));
}

/** Whether the server has confirmed the session since the page was loaded; stored data may be shown before. */
export const useIsSessionChecked = (): boolean => useQuery(authQueries.me()).dataUpdatedAt > 0;

/** For screens behind the guard, which has loaded it. */
export const useMe = (): OwnUser => useSuspenseQuery(authQueries.me()).data;

export const logIn = (queryClient: QueryClient, request: LogInRequest): Promise<void> =>
  enter(queryClient, api.logIn(request));

export const signUp = (queryClient: QueryClient, request: SignUpRequest): Promise<void> =>
  enter(queryClient, api.signUp(request));

async function enter(queryClient: QueryClient, call: Promise<SignedIn>): Promise<void> {
  try {
    const { user: answered, token, message } = await call;
    const user = retainAvatar(answered);
    // In this order: code that sees the session may ask at once whose it is.
    writeMe(queryClient, user, { kind: 'session', name: 'start' });
    startSession(token);
    if (message) notify.success(message);
  } catch (error) {
    notify.error(messageOf(error));
    throw error;
  }
}

// Not every backend answers 401 if the session has ended. So after a refused call, a call of its own checks the
// session (spec section 4).

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
