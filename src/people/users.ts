/** All other people: the list (spec section 7) and who is online. */
import {
  type QueryClient,
  type QueryFunctionContext,
  queryOptions,
  replaceEqualDeep,
  useQuery,
} from '@tanstack/react-query';
import { listUsers } from '../api/people.ts';
import { hasFeature } from '../backend/connection.ts';
import { pushedQuery } from '../cache/write.ts';
import { retainAvatar } from '../pictures/avatars.ts';
import type { User, UserId } from '../protocol/entities.ts';
import { getSelectedUserId, setUnseenAtOpening } from '../stores/selection.ts';
import { beginUnseenRequest, takeUnseen } from '../stores/unseen.ts';
import { findUser, keepSame, renewUsers } from './patches.ts';

const listKey = ['users', 'list'] as const;

/** All requests to fetch the list again within this time share one call, in ms. */
const COALESCE_MS = 300;

type LoadContext = Pick<QueryFunctionContext, 'client' | 'signal'>;

export async function loadUsers({ client, signal }: LoadContext): Promise<readonly User[]> {
  const requestedAt = beginUnseenRequest();
  const known = getUsers(client);
  const { users: answered, unseenMessages } = await listUsers(
    signal,
    hasFeature(client, 'listTag'),
  );
  const users = answered.map((user) => retainAvatar(user));
  // The session may have ended while the answer was read.
  signal.throwIfAborted();
  // Nobody could open conversations with people who are not in the list.
  const counts = Object.entries(unseenMessages).filter(([userId]) => findUser(users, userId));
  const { isExact } = takeUnseen(new Map(counts), requestedAt, getSelectedUserId());
  const isFirst = client.getQueryState(listKey)?.dataUpdatedAt === 0;
  if (isFirst) setUnseenAtOpening(unseenMessages[getSelectedUserId() ?? ''] ?? 0);
  if (!isExact) scheduleUsersRefetch(client);
  return renewUsers(users, getUsers(client), known);
}

export const userQueries = {
  /** Its answer also has the unseen counts, which go to their own store. */
  list: () =>
    queryOptions({
      queryKey: listKey,
      queryFn: loadUsers,
      // Patches keep references of unchanged parts; selected data is compared.
      structuralSharing: (before, picked) =>
        Array.isArray(picked) ? keepSame(before, picked) : replaceEqualDeep(before, picked),
    }),
  /** Null before the server has sent the list. */
  online: () => pushedQuery<ReadonlySet<UserId> | null>(['users', 'online'], () => null),
};

/** A person's profile, without fields that change with each message and visit. */
export const useUser = (userId: UserId | null): User | undefined =>
  useQuery({
    ...userQueries.list(),
    select: (users) => (userId === null ? undefined : toProfile(findUser(users, userId))),
  }).data;

/** A person as in the list, with the newest message. */
export const useListedUser = (userId: UserId): User | undefined =>
  useQuery({ ...userQueries.list(), select: (users) => findUser(users, userId) }).data;

/** When a person was last online, ISO 8601, if the server sends it. */
export const useLastSeen = (userId: UserId): string | undefined =>
  useQuery({ ...userQueries.list(), select: (users) => findUser(users, userId)?.lastSeenAt }).data;

/** As last sent by the server; undefined before that. */
export const useIsOnline = (userId: UserId): boolean | undefined =>
  useQuery({ ...userQueries.online(), select: (online) => online?.has(userId) }).data;

export const getUsers = (queryClient: QueryClient): readonly User[] | undefined =>
  queryClient.getQueryData(listKey);

/** A person as in the list now. */
export const getUser = (queryClient: QueryClient, userId: UserId): User | undefined =>
  findUser(getUsers(queryClient) ?? [], userId);

function toProfile(user: User | undefined): User | undefined {
  if (!user) return undefined;
  const { lastMessage: _, lastSeenAt: __, ...profile } = user;
  return profile;
}

const scheduled = new WeakSet<QueryClient>();

/** Fetches the list again soon, if it was ever loaded. */
export function scheduleUsersRefetch(queryClient: QueryClient): void {
  if (scheduled.has(queryClient)) return;
  scheduled.add(queryClient);
  setTimeout(() => {
    scheduled.delete(queryClient);
    void refetchUsers(queryClient);
  }, COALESCE_MS);
}

/**
 * A fetch in progress is not cancelled: with a steady stream of such calls none would ever finish. Its answer may be
 * too old, so it is repeated; not after a failure, which was retried until now and would only be notified twice.
 */
async function refetchUsers(queryClient: QueryClient): Promise<void> {
  const wasFetching = queryClient.isFetching({ queryKey: listKey }) > 0;
  const refetch = () => queryClient.refetchQueries({ queryKey: listKey }, { cancelRefetch: false });
  await refetch();
  if (wasFetching && !queryClient.getQueryState(listKey)?.error) await refetch();
}
