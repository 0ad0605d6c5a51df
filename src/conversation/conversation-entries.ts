/** Reads and writes the two cache entries of a conversation together. */
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { writeData } from '../cache/write.ts';
import type { UserId } from '../protocol/entities.ts';
import type { History, MessageList } from './entities.ts';
import { messageKeys } from './message-keys.ts';
import { type Conversation, joinConversation } from './patches/conversation.ts';

const NO_MESSAGES: MessageList = [];

/** A conversation in the cache; `history` is undefined until its first page has arrived. */
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

/** In one batch: a message that moves from the tail into a page never appears twice or not at all. */
function writeCached(
  queryClient: QueryClient,
  peerId: UserId,
  before: Cached,
  { history, tail }: Cached,
): void {
  notifyManager.batch(() => {
    if (history !== before.history) {
      writeData(queryClient, messageKeys.history(peerId), history);
    }
    if (tail !== before.tail) writeData(queryClient, messageKeys.tail(peerId), tail);
  });
}

/** Changes a conversation if its first page has arrived. Returns whether it has. */
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

/** Changes the messages that arrived while the first page is fetched. */
export function changeTail(
  queryClient: QueryClient,
  peerId: UserId,
  change: (tail: MessageList) => MessageList,
): void {
  const before = readCached(queryClient, peerId);
  writeCached(queryClient, peerId, before, { ...before, tail: change(before.tail) });
}
