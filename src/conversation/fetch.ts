/**
 * Fetches messages from the server. A receipt that arrives during the fetch may be newer than the answer, so it is also
 * applied to the answer.
 */
import type { QueryClient } from '@tanstack/react-query';
import { readConversation } from '../api/messages.ts';
import { type Cause, resetData, withCause, writeData } from '../cache/write.ts';
import { recordLastSeen } from '../people/change-users.ts';
import { userQueries } from '../people/users.ts';
import { retainPicture } from '../pictures/retained-pictures.ts';
import type { Known } from '../protocol/changes.ts';
import type { UserId } from '../protocol/entities.ts';
import type { ConversationQuery } from '../protocol/http.ts';
import { PAGE_SIZE } from '../protocol/limits.ts';
import type { History, MessageList } from './entities.ts';
import { recordPage, takeRows } from './feed.ts';
import { messageKeys } from './message-keys.ts';
import { addOlder, renewHistory } from './patches/conversation.ts';
import { applyReceipt, markSeenFrom, type Receipt, toMessageList } from './patches/message-list.ts';

/** For what a fetch writes beside its own data. */
export const PAGE: Cause = { kind: 'answer', name: 'messages' };

export interface Reading {
  messages: MessageList;
  /** Whether there are more in the requested direction; undefined: the server has no paging. */
  hasMore: boolean | undefined;
  /** The other person's last visit, if the server returns it. */
  lastSeenAt?: string;
  /** What a server with the feature `changes` adds to a page. */
  known?: Known;
}

interface Listener {
  peerId: UserId;
  receipts: Receipt[];
}

const listeners = new WeakMap<QueryClient, Set<Listener>>();

/** Applies a receipt to the answers of current fetches. */
export function recordReceipt(queryClient: QueryClient, peerId: UserId, receipt: Receipt): void {
  for (const listener of listeners.get(queryClient) ?? []) {
    if (listener.peerId === peerId) listener.receipts.push(receipt);
  }
}

/** Fetches messages with `peerId`, in one call or several. */
export async function readMessages(
  queryClient: QueryClient,
  peerId: UserId,
  read: () => Promise<Reading>,
): Promise<Reading> {
  const listener: Listener = { peerId, receipts: [] };
  const listening = listeners.get(queryClient) ?? new Set();
  listeners.set(queryClient, listening.add(listener));
  try {
    const { messages, hasMore, lastSeenAt, known } = await read();
    const quoting = withCause(PAGE, () => {
      if (lastSeenAt) recordLastSeen(queryClient, [{ userId: peerId, lastSeenAt }]);
      if (known) recordPage(queryClient, peerId, known);
      return takeRows(queryClient, peerId, messages);
    });
    return { messages: listener.receipts.reduce(applyReceipt, quoting), hasMore };
  } finally {
    listening.delete(listener);
  }
}

/** Makes one call. Without `peek`, it marks the returned messages as seen. */
export async function readPage(
  peerId: UserId,
  query: ConversationQuery,
  signal: AbortSignal,
): Promise<Reading> {
  const answer = await readConversation(peerId, { ...query, deleted: true }, signal);
  const { cursor, summary } = answer;
  const messages = toMessageList(answer.messages).map((one) => retainPicture(peerId, one));
  signal.throwIfAborted();
  return {
    messages: query.peek ? messages : markSeenFrom(messages, peerId),
    hasMore: answer.hasMore,
    ...(answer.lastSeenAt && { lastSeenAt: answer.lastSeenAt }),
    ...(cursor && summary && { known: { cursor, summary } }),
  };
}

/** How long a conversation waits for the first list of people, in ms. */
const LIST_WAIT_MS = 10_000;

/** Resolves when the first list of people has counted what is unseen, or has failed: afterwards all counts as seen. */
export async function untilCounted(queryClient: QueryClient): Promise<void> {
  const list = userQueries.list();
  const state = queryClient.getQueryState(list.queryKey);
  if (state?.fetchStatus !== 'fetching' || state.dataUpdatedAt > 0) return;
  await Promise.race([
    queryClient.query(list).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, LIST_WAIT_MS)),
  ]);
}

/** Fetches the newest page; a plain backend returns the whole conversation. */
export async function loadNewest(
  queryClient: QueryClient,
  peerId: UserId,
  options: { peek: boolean; signal: AbortSignal },
): Promise<History> {
  const query = { limit: PAGE_SIZE, ...(options.peek && { peek: true }) };
  const { messages, hasMore } = await readMessages(queryClient, peerId, () =>
    readPage(peerId, query, options.signal),
  );
  const old = queryClient.getQueryData<History>(messageKeys.history(peerId));
  return renewHistory(old, { messages, hasOlder: hasMore ?? false });
}

/** Fetches the page before the first one and adds it to the current cache. */
export async function loadOlder(
  queryClient: QueryClient,
  peerId: UserId,
  signal: AbortSignal,
): Promise<null> {
  const key = messageKeys.history(peerId);
  const firstId = () => queryClient.getQueryData<History>(key)?.pages[0]?.[0]?._id;
  if (!queryClient.getQueryData<History>(key)) return null;
  const before = firstId();
  // All loaded messages may have been deleted.
  const query = { limit: PAGE_SIZE, ...(before !== undefined && { before }), peek: true };
  const { messages, hasMore } = await readMessages(queryClient, peerId, () =>
    readPage(peerId, query, signal),
  );
  // If the history has begun again meanwhile, this page does not fit any more.
  if (firstId() === before) {
    withCause(PAGE, () =>
      writeData<History>(
        queryClient,
        key,
        (history) => history && addOlder(history, messages, hasMore ?? false),
      ),
    );
  }
  return null;
}

/** Resets failed pages, so that they can be fetched again. */
export function forgetFailures(queryClient: QueryClient, peerId: UserId): void {
  for (const queryKey of [messageKeys.older(peerId), messageKeys.excerpt(peerId)]) {
    resetData(queryClient, { queryKey, predicate: ({ state }) => state.status === 'error' });
  }
}
