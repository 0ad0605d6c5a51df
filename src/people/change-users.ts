/** Changes of people in the list, by events and answers. They load after the first screen. */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { setBlocked } from '../api/people.ts';
import { isExtended } from '../backend/connection.ts';
import { withCause, writeData } from '../cache/write.ts';
import type { Message, MessagePreview, User, UserId } from '../protocol/entities.ts';
import { cutPreview } from '../protocol/text.ts';
import { findUser, newerPreview, placeRenamed, putUser, replaceUsers } from './patches.ts';
import { getUser, getUsers, scheduleUsersRefetch, userQueries } from './users.ts';

/** How long to wait for the event that introduces a new person, in ms; each window adds up to as much at random. */
const NEWCOMER_WAIT_MS = 2_000;

/** Changes a person; does nothing before the list is loaded. */
export function updateUser(queryClient: QueryClient, userId: UserId, change: Partial<User>): void {
  writeList(queryClient, (users) =>
    placeRenamed(replaceUsers(users, new Map([[userId, change]])), users, userId),
  );
  renewAnswer(queryClient);
}

/** The same for a person who has just joined. */
export function addUser(queryClient: QueryClient, user: User): void {
  writeList(queryClient, (users) => putUser(users, user));
  renewAnswer(queryClient);
}

/** An answer in progress may have been written before this change. */
function renewAnswer(queryClient: QueryClient): void {
  if (queryClient.isFetching({ queryKey: userQueries.list().queryKey }) > 0)
    scheduleUsersRefetch(queryClient);
}

/** Records when these people were last online. An older answer in progress does not undo it. */
export function recordLastSeen(
  queryClient: QueryClient,
  visits: readonly { userId: UserId; lastSeenAt?: string }[],
): void {
  const changes = visits.flatMap(({ userId, lastSeenAt }) =>
    lastSeenAt === undefined ? [] : [[userId, { lastSeenAt }] as const],
  );
  if (changes.length > 0) writeUsers(queryClient, new Map(changes));
}

/**
 * Presence named people who may not be in the list. The server introduces them, perhaps a moment later: so the list is
 * fetched only if it did not, at a random time in each window.
 */
export function fetchStrangersLater(queryClient: QueryClient, userIds: readonly UserId[]): void {
  const users = getUsers(queryClient);
  const strangers = userIds.filter((id) => users && !findUser(users, id));
  if (strangers.length === 0) return;
  setTimeout(
    () => {
      if (strangers.some((id) => !getUser(queryClient, id))) scheduleUsersRefetch(queryClient);
    },
    NEWCOMER_WAIT_MS * (1 + Math.random()),
  );
}

/** Makes a message the newest of the conversation with `peerId`. The list of a plain server has no previews. */
export function updatePreview(queryClient: QueryClient, peerId: UserId, message: Message): void {
  if (!isExtended(queryClient)) return;
  const known = getUser(queryClient, peerId)?.lastMessage;
  const preview = toPreview(message);
  const lastMessage = newerPreview(known, preview);
  if (lastMessage === preview) writeUsers(queryClient, new Map([[peerId, { lastMessage }]]));
}

/**
 * A message has changed. If it was deleted, `newest` takes its place: the newest one that is loaded, if any; otherwise
 * the list is fetched again.
 */
export function renewPreview(
  queryClient: QueryClient,
  peerId: UserId,
  message: Message,
  newest: Message | undefined,
): void {
  const known = getUser(queryClient, peerId)?.lastMessage;
  if (known?._id !== message._id) return;
  if (!message.deleted) {
    updateUser(queryClient, peerId, { lastMessage: toPreview(message) });
    return;
  }
  const lastMessage = newest ? toPreview(newest) : { ...known, text: '' };
  updateUser(queryClient, peerId, { lastMessage });
  if (!newest) scheduleUsersRefetch(queryClient);
}

function toPreview({ _id, senderId, createdAt, text }: Message): MessagePreview {
  return {
    _id,
    senderId,
    createdAt,
    ...(text !== undefined && { text: cutPreview(text) }),
  };
}

function writeUsers(queryClient: QueryClient, changes: ReadonlyMap<UserId, Partial<User>>): void {
  writeList(queryClient, (users) => replaceUsers(users, changes));
}

function writeList(
  queryClient: QueryClient,
  change: (users: readonly User[]) => readonly User[],
): void {
  writeData(queryClient, userQueries.list().queryKey, (users) => users && change(users));
}

// Blocks a person, whose messages are then not delivered any more (feature `block`).

/** `onDone` gets the new state. */
export function useSetBlocked(userId: UserId, onDone: (isBlocked: boolean) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isBlocked: boolean) => setBlocked(userId, isBlocked),
    onSuccess: (_answer, isBlocked) => {
      withCause({ kind: 'mutation', name: 'block' }, () =>
        recordBlocked(queryClient, userId, isBlocked),
      );
      onDone(isBlocked);
    },
  });
}

/** The list is fetched again too: the last visit is sent only without a block. */
export function recordBlocked(queryClient: QueryClient, userId: UserId, isBlocked: boolean): void {
  updateUser(queryClient, userId, { blocked: isBlocked });
  scheduleUsersRefetch(queryClient);
}
