/** The two entries that a conversation has in the cache, read and written as one. */
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import type { UserId } from '../protocol/entities.ts';
import type { History, MessageList } from './entities.ts';
import { messageKeys } from './message-keys.ts';
import { type Conversation, joinConversation } from './patches/conversation.ts';

const NO_MESSAGES: MessageList = [];

/** What the cache holds of a conversation; the history is undefined before its first page is there. */
interface Cached {
  history: History | undefined;
  tail: MessageList;
}

export function readCached(queryClient: QueryClient, peerId: UserId): Cached {
  return {
    history: queryClient.getQueryData<History>(messageKeys.history(peerId)),
    tail: queryClient.getQueryData<MessageList>(messageKeys.tail(peerId)) ?? NO_MESSAGES,
  };
}

/** In one batch: what moves from the tail into a page is never seen in both, nor in neither. */
function writeCached(
  queryClient: QueryClient,
  peerId: UserId,
  before: Cached,
  { history, tail }: Cached,
): void {
  notifyManager.batch(() => {
    if (history !== before.history) {
      queryClient.setQueryData(messageKeys.history(peerId), history);
    }
    if (tail !== before.tail) queryClient.setQueryData(messageKeys.tail(peerId), tail);
  });
}

/** Changes a conversation whose first page is there. Returns whether it is. */
export function changeConversation(
  queryClient: QueryClient,
  peerId: UserId,
  change: (conversation: Conversation) => Conversation,
): boolean {
  const before = readCached(queryClient, peerId);
  const { history, tail } = before;
  if (!history) return false;
  writeCached(queryClient, peerId, before, change(joinConversation({ history, tail })));
  return true;
}

/** Changes what has come while the first page is under way. */
export function changeTail(
  queryClient: QueryClient,
  peerId: UserId,
  change: (tail: MessageList) => MessageList,
): void {
  const before = readCached(queryClient, peerId);
  writeCached(queryClient, peerId, before, { ...before, tail: change(before.tail) });
}
