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
import { pushedQuery } from '../backend/pushed.ts';
import { holdAvatars } from '../pictures/avatars.ts';
import type { Message, User, UserId } from '../protocol/entities.ts';
import { cutPreview } from '../protocol/preview.ts';
import { getSelectedUserId } from '../stores/selection.ts';
import { beginUnseenRequest, takeUnseen } from '../stores/unseen.ts';
import { findUser, keepSame, newerPreview, putUser, renewUsers, replaceUsers } from './patches.ts';

const listKey = ['users', 'list'] as const;

/** All requests to fetch the list again within this time share one call, in ms. */
const COALESCE_MS = 300;

/** How long to wait for the event that introduces a new person, in ms; each window adds up to as much at random. */
const NEWCOMER_WAIT_MS = 2_000;

type LoadContext = Pick<QueryFunctionContext, 'client' | 'signal'>;

export async function loadUsers({ client, signal }: LoadContext): Promise<readonly User[]> {
  const requestedAt = beginUnseenRequest();
  const { users: answered, unseenMessages } = await listUsers(signal);
  const users = await holdAvatars(answered);
  // The session may have ended while the answer was read.
  signal.throwIfAborted();
  // Nobody could open conversations with people who are not in the list.
  const counts = Object.entries(unseenMessages).filter(([userId]) => findUser(users, userId));
  const { isExact } = takeUnseen(new Map(counts), requestedAt, getSelectedUserId());
  if (!isExact) scheduleUsersRefetch(client);
  return renewUsers(users, getUsers(client));
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
export const useUser = (userId: UserId): User | undefined =>
  useQuery({ ...userQueries.list(), select: (users) => toProfile(findUser(users, userId)) }).data;

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

/** Changes a person; does nothing before the list is loaded. */
export function updateUser(queryClient: QueryClient, userId: UserId, change: Partial<User>): void {
  writeUsers(queryClient, new Map([[userId, change]]));
  renewAnswer(queryClient);
}

/** The same for a person who has just joined. */
export function addUser(queryClient: QueryClient, user: User): void {
  queryClient.setQueryData<readonly User[]>(listKey, (users) => users && putUser(users, user));
  renewAnswer(queryClient);
}

/** An answer in progress may have been written before this change. */
function renewAnswer(queryClient: QueryClient): void {
  if (queryClient.isFetching({ queryKey: listKey }) > 0) scheduleUsersRefetch(queryClient);
}

/** Notes when these people were last online. An older answer in progress does not undo it. */
export function noteLastSeen(
  queryClient: QueryClient,
  visits: readonly { userId: UserId; lastSeenAt?: string }[],
): void {
  const changes = visits.flatMap(({ userId, lastSeenAt }) =>
    lastSeenAt === undefined ? [] : [[userId, { lastSeenAt }] as const],
  );
  if (changes.length > 0) writeUsers(queryClient, new Map(changes));
}

/**
 * Presence named people who may not be in the list. A server with `newcomers` introduces them, perhaps a moment later:
 * so the list is fetched only if it did not, at a random time in each window.
 */
export function noteNamed(queryClient: QueryClient, userIds: readonly UserId[]): void {
  const users = getUsers(queryClient);
  const strangers = userIds.filter((id) => users && !findUser(users, id));
  if (strangers.length === 0) return;
  if (!hasFeature(queryClient, 'newcomers')) {
    scheduleUsersRefetch(queryClient);
    return;
  }
  setTimeout(
    () => {
      if (strangers.some((id) => !getUser(queryClient, id))) scheduleUsersRefetch(queryClient);
    },
    NEWCOMER_WAIT_MS * (1 + Math.random()),
  );
}

/** Makes a message the newest of the conversation with `peerId` (feature `listExtras`). */
export function updatePreview(queryClient: QueryClient, peerId: UserId, message: Message): void {
  const known = getUser(queryClient, peerId)?.lastMessage;
  const { _id, senderId, createdAt, sortsAt, text } = message;
  const preview = {
    _id,
    senderId,
    createdAt,
    ...(sortsAt !== undefined && { sortsAt }),
    ...(text !== undefined && { text: cutPreview(text) }),
  };
  const lastMessage = newerPreview(known, preview);
  if (lastMessage === preview) writeUsers(queryClient, new Map([[peerId, { lastMessage }]]));
}

function writeUsers(queryClient: QueryClient, changes: ReadonlyMap<UserId, Partial<User>>): void {
  queryClient.setQueryData<readonly User[]>(
    listKey,
    (users) => users && replaceUsers(users, changes),
  );
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
