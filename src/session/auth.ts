/** The signed-in person: identity, login, logout and changes of the profile. */
import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import type { SignedIn } from '../api/auth.ts';
import * as api from '../api/auth.ts';
import { ENDS_SESSIONS_KEY, getFeatures } from '../backend/connection.ts';
import { type Cause, withCause, writeData } from '../cache/write.ts';
import { readLocal } from '../lib/local-values.ts';
import { messageOf } from '../lib/message-of.ts';
import { holdAvatar } from '../pictures/avatars.ts';
import type { OwnUser } from '../protocol/entities.ts';
import type { LogInRequest, SignUpRequest, UpdateProfileRequest } from '../protocol/http.ts';
import { endSession, startSession } from '../stores/session.ts';
import { notify } from '../ui/notify.ts';
import { wipeAccount } from './account-data.ts';

export const authQueries = {
  /**
   * Fetched once at the start with a stored token. Fails at once, also without a network, so that the guard can
   * distinguish "signed out" (`isSignedOut`) from "not known yet" and show it.
   */
  me: () =>
    queryOptions({
      queryKey: ['auth', 'me'] as const,
      queryFn: async ({ signal }): Promise<OwnUser> => holdAvatar(await api.checkSession(signal)),
      retry: false,
      networkMode: 'always',
    }),
};

export const getMe = (queryClient: QueryClient): OwnUser | undefined =>
  queryClient.getQueryData(authQueries.me().queryKey);

function writeMe(queryClient: QueryClient, user: OwnUser, cause: Cause): void {
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
    const user = await holdAvatar(answered);
    // In this order: code that sees the session may ask at once whose it is.
    writeMe(queryClient, user, { kind: 'session', name: 'start' });
    startSession(token);
    if (message) notify.success(message);
  } catch (error) {
    notify.error(messageOf(error));
    throw error;
  }
}

export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['auth', 'update-profile'],
    mutationFn: async (request: UpdateProfileRequest) =>
      holdAvatar(await api.updateProfile(request)),
    networkMode: 'always',
    onSuccess: (user) => {
      writeMe(queryClient, user, { kind: 'mutation', name: 'profile' });
      notify.success('Profile updated Successfully');
    },
  });
}

/** Logs out at once, deletes what is unfinished (`askToLogOut` asks before), and tells the server. */
export function logOut(queryClient: QueryClient): void {
  const accountId = getMe(queryClient)?._id;
  const endsSessions =
    getFeatures(queryClient)?.has('logout') ?? readLocal(ENDS_SESSIONS_KEY) === true;
  // The call reads the token before the session ends.
  if (endsSessions) api.logOut().catch(() => undefined);
  endSession();
  if (accountId !== undefined) wipeAccount(accountId);
}
