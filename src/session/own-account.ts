/** Password, sessions and the end of the person's own account; each needs its feature. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/errors.ts';
import * as api from '../api/own-account.ts';
import type { ChangePasswordRequest, SessionInfo } from '../protocol/http.ts';
import { endSession } from '../stores/session.ts';
import { notify } from '../ui/notify.ts';
import { wipeAccount } from './account-data.ts';
import { getMe } from './auth.ts';

const sessionQueries = {
  list: () =>
    queryOptions({
      queryKey: ['auth', 'sessions'] as const,
      queryFn: ({ signal }): Promise<SessionInfo[]> => api.listSessions(signal),
      // No event tells of other sign-ins: each look is a new one.
      staleTime: 0,
    }),
};

export const useSessions = () => useQuery(sessionQueries.list());

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    /** Answers whether the server wants the password first. */
    mutationFn: async ({ sessionId, password }: { sessionId: string; password?: string }) => {
      try {
        await api.endSession(sessionId, password === undefined ? {} : { password });
        return { isPasswordNeeded: false };
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 403)) throw error;
        return { isPasswordNeeded: true };
      }
    },
    networkMode: 'always',
    onSettled: () => queryClient.invalidateQueries(sessionQueries.list()),
  });
}

/** Signs every other device out. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: ChangePasswordRequest) => api.changePassword(request),
    networkMode: 'always',
    onSuccess: ({ message }) => {
      notify.success(message ?? 'Password changed.');
      return queryClient.invalidateQueries(sessionQueries.list());
    },
  });
}

/** Nothing of the account stays in this browser either. */
export function useDeleteAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) => api.deleteAccount(password),
    networkMode: 'always',
    onSuccess: ({ message }) => {
      const accountId = getMe(queryClient)?._id;
      endSession();
      if (accountId !== undefined) wipeAccount(accountId);
      // Last: what is said goes with the session.
      notify.success(message ?? 'Your account is deleted.');
    },
  });
}
