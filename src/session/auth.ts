/** The signed-in person: who it is, how they come and go, and what they change about themselves. */
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
import { readLocal } from '../lib/local-values.ts';
import { holdAvatar } from '../pictures/avatars.ts';
import type { OwnUser } from '../protocol/entities.ts';
import type { LogInRequest, SignUpRequest, UpdateProfileRequest } from '../protocol/http.ts';
import { endSession, startSession } from '../stores/session.ts';
import { notify } from '../ui/notify.ts';
import { wipeAccount } from './account-data.ts';

export const authQueries = {
  /**
   * Asked once at the start with a stored token. It fails at once, also without a network, so that
   * the guard can tell "signed out" (`isSignedOut`) from "cannot know yet" and say so.
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

/** Whether the server has confirmed it since the page began, as opposed to what an earlier visit has left. */
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
    // In this order: who sees the session may ask at once whose it is.
    queryClient.setQueryData(authQueries.me().queryKey, user);
    startSession(token);
    if (message) notify.success(message);
  } catch (error) {
    notify.error(error instanceof Error ? error.message : String(error));
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
      queryClient.setQueryData(authQueries.me().queryKey, user);
      notify.success('Profile updated Successfully');
    },
  });
}

/** Signs out at once and for good, with all that is unfinished (`askToLogOut` asks before that); a server that keeps sessions hears of it in the background. */
export function logOut(queryClient: QueryClient): void {
  const accountId = getMe(queryClient)?._id;
  const endsSessions =
    getFeatures(queryClient)?.has('logout') ?? readLocal(ENDS_SESSIONS_KEY) === true;
  // The token leaves with the call, before the session ends.
  if (endsSessions) api.logOut().catch(() => undefined);
  endSession();
  if (accountId !== undefined) wipeAccount(accountId);
}
