/**
 * How a conversation in the cache changes: each fact from the network, whoever brings it, goes
 * through one of these. Nothing is kept of a conversation that nobody has opened: it is read whole
 * when somebody does.
 */
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import type { MessageId, UserId } from '../protocol/entities.ts';
import type { ConversationMessage, History, MessageList } from './entities.ts';
import { messageKeys } from './message-keys.ts';
import {
  addMessage,
  applyReceiptToPages,
  type Conversation,
  joinConversation,
  mapPages,
  mergeAnswer,
  renewHistory,
  trimHistory,
} from './patches/conversation.ts';
import { appendMessage, applyReceipt, markSeen, type Receipt } from './patches/message-list.ts';
import { noteReceipt } from './reading.ts';

const NO_MESSAGES: MessageList = [];

export const getTail = (queryClient: QueryClient, peerId: UserId): MessageList =>
  queryClient.getQueryData<MessageList>(messageKeys.tail(peerId)) ?? NO_MESSAGES;

/** The conversation as far as it is loaded; undefined before its first page is there. */
export function getConversation(
  queryClient: QueryClient,
  peerId: UserId,
): Conversation | undefined {
  const history = queryClient.getQueryData<History>(messageKeys.history(peerId));
  return history && joinConversation({ history, tail: getTail(queryClient, peerId) });
}

/** A message came: as the answer to a send, or by an event. */
export function receiveMessage(
  queryClient: QueryClient,
  peerId: UserId,
  message: ConversationMessage,
): void {
  const conversation = getConversation(queryClient, peerId);
  if (conversation) {
    writeConversation(queryClient, peerId, addMessage(conversation, message));
  } else if (isLoading(queryClient, peerId)) {
    writeTail(queryClient, peerId, appendMessage(getTail(queryClient, peerId), message));
  }
}

/** Messages were delivered or seen. */
export function receiveReceipt(queryClient: QueryClient, peerId: UserId, receipt: Receipt): void {
  noteReceipt(queryClient, peerId, receipt);
  changeLists(
    queryClient,
    peerId,
    (tail) => applyReceipt(tail, receipt),
    (history) => applyReceiptToPages(history, receipt),
  );
}

/** This person saw messages here. */
export function receiveSeenHere(
  queryClient: QueryClient,
  peerId: UserId,
  ids: ReadonlySet<MessageId>,
): void {
  const mark = (list: MessageList) => markSeen(list, ids);
  changeLists(queryClient, peerId, mark, (history) => mapPages(history, mark));
}

/** Messages were read again, back into what is loaded. */
export function receiveAnswer(queryClient: QueryClient, peerId: UserId, answer: MessageList): void {
  const conversation = getConversation(queryClient, peerId);
  if (conversation) writeConversation(queryClient, peerId, mergeAnswer(conversation, answer));
}

/** So much was missed that what is loaded begins anew with the newest messages. */
export function replaceConversation(
  queryClient: QueryClient,
  peerId: UserId,
  newest: MessageList,
): void {
  const old = queryClient.getQueryData<History>(messageKeys.history(peerId));
  const history = renewHistory(old, newest, true);
  const tail = getTail(queryClient, peerId);
  writeConversation(queryClient, peerId, joinConversation({ history, tail }));
}

/** The conversation was left: its old pages give their memory back. */
export function trimConversation(queryClient: QueryClient, peerId: UserId): void {
  queryClient.setQueryData<History>(
    messageKeys.history(peerId),
    (history) => history && trimHistory(history),
  );
}

/** Forgets conversations, which are then read anew when they are opened. */
export function dropConversations(
  queryClient: QueryClient,
  isDropped: (peerId: UserId) => boolean,
): void {
  queryClient.removeQueries({
    queryKey: messageKeys.all,
    predicate: ({ queryKey: [, peerId] }) => typeof peerId === 'string' && isDropped(peerId),
  });
}

/** Resolves when a first page that is under way has landed or failed. */
export async function untilLoaded(queryClient: QueryClient, peerId: UserId): Promise<void> {
  if (!isLoading(queryClient, peerId)) return;
  const query = queryClient.getQueryCache().find({ queryKey: messageKeys.history(peerId) });
  await query?.promise?.catch(() => undefined);
}

/** While the first page is under way, what comes meanwhile waits in the tail. */
function isLoading(queryClient: QueryClient, peerId: UserId): boolean {
  return queryClient.isFetching({ queryKey: messageKeys.history(peerId) }) > 0;
}

function changeLists(
  queryClient: QueryClient,
  peerId: UserId,
  changeTail: (tail: MessageList) => MessageList,
  changeHistory: (history: History) => History,
): void {
  const history = queryClient.getQueryData<History>(messageKeys.history(peerId));
  const tail = changeTail(getTail(queryClient, peerId));
  if (history) {
    writeConversation(queryClient, peerId, { history: changeHistory(history), tail });
  } else {
    writeTail(queryClient, peerId, tail);
  }
}

/** In one batch: what moves from the tail into a page is never seen in both, nor in neither. */
function writeConversation(queryClient: QueryClient, peerId: UserId, next: Conversation): void {
  notifyManager.batch(() => {
    const key = messageKeys.history(peerId);
    if (next.history !== queryClient.getQueryData(key)) {
      queryClient.setQueryData(key, next.history);
    }
    writeTail(queryClient, peerId, next.tail);
  });
}

function writeTail(queryClient: QueryClient, peerId: UserId, tail: MessageList): void {
  if (tail === getTail(queryClient, peerId)) return;
  queryClient.setQueryData(messageKeys.tail(peerId), tail);
}
