/** Changes of the own account: profile, password, sessions, deletion. All but the profile need their feature. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/errors.ts';
import * as api from '../api/own-account.ts';
import { withCause, writeData } from '../cache/write.ts';
import { retainAvatar } from '../pictures/avatars.ts';
import type { Hideable } from '../protocol/entities.ts';
import type { ChangePasswordRequest, SessionInfo, UpdateProfileRequest } from '../protocol/http.ts';
import { endSession, getToken } from '../stores/session.ts';
import { notify } from '../ui/notify.ts';
import { wipeAccount } from './account-data.ts';
import { authQueries, getMe, writeMe } from './auth.ts';

export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['auth', 'update-profile'],
    mutationFn: async (request: UpdateProfileRequest) =>
      retainAvatar(await api.updateProfile(request)),
    onSuccess: (user) => {
      writeMe(queryClient, user, { kind: 'mutation', name: 'profile' });
      notify.success('Profile updated Successfully');
    },
  });
}

/** In ms. */
const LOOK_AGAIN_MS = 5_000;

const sessionsQuery = queryOptions({
  queryKey: ['auth', 'sessions'] as const,
  queryFn: ({ signal }): Promise<SessionInfo[]> => api.listSessions(signal),
  // Always fetched again.
  staleTime: 0,
  gcTime: 0,
});

/** This device first. No event announces other logins, so the list is polled while it is shown. */
export const useSessions = () =>
  useQuery({
    ...sessionsQuery,
    select: (sessions) => sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
    refetchInterval: LOOK_AGAIN_MS,
  });

/** Logs out one other device, or all of them without `sessionId`. */
export function useEndSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    /** Resolves to whether the server needs the password first. */
    mutationFn: async ({ sessionId, password }: { sessionId?: string; password?: string }) => {
      const request = password === undefined ? {} : { password };
      try {
        await (sessionId === undefined
          ? api.endOtherSessions(request)
          : api.endSession(sessionId, request));
        return { isPasswordNeeded: false };
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 403)) throw error;
        return { isPasswordNeeded: true };
      }
    },
    onSuccess: ({ isPasswordNeeded }, { sessionId }) => {
      if (isPasswordNeeded) return;
      notify.success(
        sessionId === undefined ? 'Logged out everywhere else.' : 'Device logged out.',
      );
    },
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  });
}

/** Logs out every other device. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: ChangePasswordRequest) => api.changePassword(request),
    onSuccess: ({ message }) => {
      notify.success(message ?? 'Password changed.');
      return queryClient.invalidateQueries(sessionsQuery);
    },
  });
}

export function useChangeEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: api.changeEmail,
    onSuccess: ({ user: { email }, message }) => {
      withCause({ kind: 'mutation', name: 'email' }, () =>
        writeData(
          queryClient,
          authQueries.me().queryKey,
          (me) => me && { ...me, ...(email !== undefined && { email }) },
        ),
      );
      notify.success(message ?? 'Email changed.');
    },
  });
}

/** Hides exactly these things. Known data of others stays until the server sends new data. One call at a time. */
export function useSetHidden() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'privacy' },
    mutationFn: (hides: Hideable[]) => api.setHidden(hides),
    onSuccess: ({ hides = [] }) =>
      withCause({ kind: 'mutation', name: 'privacy' }, () =>
        writeData(queryClient, authQueries.me().queryKey, (me) => me && { ...me, hides }),
      ),
  });
}

/** Also deletes all data of the account in this browser. */
export function useDeleteAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (password: string) => {
      // The server also cuts the connection, which may end the session before the answer arrives.
      const [token, accountId] = [getToken(), getMe(queryClient)?._id];
      const { message } = await api.deleteAccount(password);
      return { message, token, accountId };
    },
    onSuccess: ({ message, token, accountId }) => {
      if (token === getToken()) endSession();
      if (accountId !== undefined) wipeAccount(accountId);
      // Last: the end of the session clears notices.
      notify.success(message ?? 'Your account has been deleted.');
    },
  });
}
