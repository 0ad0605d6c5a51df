/** Invitations by which others sign up (feature `invitations`). */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as api from '../api/own-account.ts';

const invitationsQuery = queryOptions({
  queryKey: ['auth', 'invitations'] as const,
  queryFn: ({ signal }) => api.listInvitations(signal),
  // Always fetched again: nothing announces that one was used.
  staleTime: 0,
  gcTime: 0,
});

export const useInvitations = () => useQuery(invitationsQuery);

/** Resolves to the code of the link, which no later answer has. */
export function useInvite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: api.invite,
    onSettled: () => queryClient.invalidateQueries(invitationsQuery),
  });
}

export function useRevokeInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: api.revokeInvitation,
    onSettled: () => queryClient.invalidateQueries(invitationsQuery),
  });
}
