/** Everybody else: the list (spec section 7) and who of them is online. */
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

/** Whatever asks for the list anew within this time is served by one call, in ms. */
const COALESCE_MS = 300;

/** How long the event that says who a newcomer is may take, in ms; each window adds as much at random. */
const NEWCOMER_WAIT_MS = 2_000;

type LoadContext = Pick<QueryFunctionContext, 'client' | 'signal'>;

export async function loadUsers({ client, signal }: LoadContext): Promise<readonly User[]> {
  const requestedAt = beginUnseenRequest();
  const { users: answered, unseenMessages } = await listUsers(signal);
  const users = await holdAvatars(answered);
  // The session may have ended while the answer was read.
  signal.throwIfAborted();
  // Of others nobody could open what is counted.
  const counts = Object.entries(unseenMessages).filter(([userId]) => findUser(users, userId));
  const { isExact } = takeUnseen(new Map(counts), requestedAt, getSelectedUserId());
  if (!isExact) scheduleUsersRefetch(client);
  return renewUsers(users, getUsers(client));
}

export const userQueries = {
  /** Its answer carries the unseen counts too, which go to their own store. */
  list: () =>
    queryOptions({
      queryKey: listKey,
      queryFn: loadUsers,
      // Patches keep the references of all they do not change; what is picked from the list is compared.
      structuralSharing: (before, picked) =>
        Array.isArray(picked) ? keepSame(before, picked) : replaceEqualDeep(before, picked),
    }),
  /** Null before the server has told. */
  online: () => pushedQuery<ReadonlySet<UserId> | null>(['users', 'online'], () => null),
};

/** Who somebody is, without what each message and each visit of theirs changes. */
export const useUser = (userId: UserId): User | undefined =>
  useQuery({ ...userQueries.list(), select: (users) => toProfile(findUser(users, userId)) }).data;

/** Somebody as the list has them, newest message included. */
export const useListedUser = (userId: UserId): User | undefined =>
  useQuery({ ...userQueries.list(), select: (users) => findUser(users, userId) }).data;

/** When somebody was last here, ISO 8601, where the server tells. */
export const useLastSeen = (userId: UserId): string | undefined =>
  useQuery({ ...userQueries.list(), select: (users) => findUser(users, userId)?.lastSeenAt }).data;

/** As the server told last; undefined before it has told. */
export const useIsOnline = (userId: UserId): boolean | undefined =>
  useQuery({ ...userQueries.online(), select: (online) => online?.has(userId) }).data;

export const getUsers = (queryClient: QueryClient): readonly User[] | undefined =>
  queryClient.getQueryData(listKey);

/** Somebody as the list has them by now. */
export const getUser = (queryClient: QueryClient, userId: UserId): User | undefined =>
  findUser(getUsers(queryClient) ?? [], userId);

function toProfile(user: User | undefined): User | undefined {
  if (!user) return undefined;
  const { lastMessage: _, lastSeenAt: __, ...profile } = user;
  return profile;
}

/** Changes what is known of somebody; nothing before the list is loaded. */
export function updateUser(queryClient: QueryClient, userId: UserId, change: Partial<User>): void {
  writeUsers(queryClient, new Map([[userId, change]]));
  renewAnswer(queryClient);
}

/** The same for somebody who has just joined. */
export function addUser(queryClient: QueryClient, user: User): void {
  queryClient.setQueryData<readonly User[]>(listKey, (users) => users && putUser(users, user));
  renewAnswer(queryClient);
}

/** An answer under way may have been written before what is changed here. */
function renewAnswer(queryClient: QueryClient): void {
  if (queryClient.isFetching({ queryKey: listKey }) > 0) scheduleUsersRefetch(queryClient);
}

/** When these people were last here. An answer under way that does not know it yet takes nothing of it back. */
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
 * Others were named of whom the list may know nothing. A server with `newcomers` says who they are, but perhaps a
 * moment later: there the list is loaded only if it did not, and at another time in each window.
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

/** Makes a message the newest of the conversation with `peerId` (extension `listExtras`). */
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

/** Loads the list again soon, if it was ever loaded. */
export function scheduleUsersRefetch(queryClient: QueryClient): void {
  if (scheduled.has(queryClient)) return;
  scheduled.add(queryClient);
  setTimeout(() => {
    scheduled.delete(queryClient);
    void refetchUsers(queryClient);
  }, COALESCE_MS);
}

/**
 * An answer under way is let land, or a steady stream of such calls would never see one. It may be too old; what
 * has failed under way was tried until now, and trying as often again would only tell of it twice.
 */
async function refetchUsers(queryClient: QueryClient): Promise<void> {
  const wasFetching = queryClient.isFetching({ queryKey: listKey }) > 0;
  const refetch = () => queryClient.refetchQueries({ queryKey: listKey }, { cancelRefetch: false });
  await refetch();
  if (wasFetching && !queryClient.getQueryState(listKey)?.error) await refetch();
}
