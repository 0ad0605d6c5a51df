/** Everybody else: the list (spec section 7) and who of them is online. */
import {
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { listUsers } from '../api/messages.ts';
import type { User, UserId } from '../protocol/entities.ts';
import { getSelectedUserId } from '../stores/selection.ts';
import { beginUnseenRequest, resetUnseen, takeUnseen } from '../stores/unseen.ts';
import { findUser } from './patches/people.ts';
import { pushedQuery } from './pushed.ts';

const usersKey = ['users'] as const;

export const userQueries = {
  /** Its answer also carries the unseen counts, which go to their own store. */
  list: () =>
    queryOptions({
      queryKey: [...usersKey, 'list'] as const,
      queryFn: async ({ signal, client }): Promise<readonly User[]> => {
        const requestedAt = beginUnseenRequest();
        const { users, unseenMessages } = await listUsers(signal);
        const { isExact } = takeUnseen(unseenMessages, requestedAt);
        const openId = getSelectedUserId();
        if (openId !== null) resetUnseen(openId);
        if (!isExact) scheduleUsersRefetch(client);
        return users;
      },
    }),
  online: () => pushedQuery<ReadonlySet<UserId>>([...usersKey, 'online'], () => new Set()),
};

export const useUsers = (): UseQueryResult<readonly User[]> => useQuery(userQueries.list());

export const useUser = (userId: UserId): User | undefined =>
  useQuery({ ...userQueries.list(), select: (users) => findUser(users, userId) }).data;

export const useIsOnline = (userId: UserId): boolean =>
  useQuery({ ...userQueries.online(), select: (online) => online.has(userId) }).data;

const COALESCE_MS = 300;
const scheduled = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>();

/** Loads the list again soon; many wishes in a short time become one request. */
export function scheduleUsersRefetch(queryClient: QueryClient): void {
  if (scheduled.has(queryClient)) return;
  const timer = setTimeout(() => {
    scheduled.delete(queryClient);
    void queryClient.refetchQueries({ queryKey: userQueries.list().queryKey });
  }, COALESCE_MS);
  scheduled.set(queryClient, timer);
}
