/**
 * How a conversation in the cache changes: each fact from the network, whoever brings it, goes
 * through one of these. Nothing is kept of a conversation that nobody has opened: it is read whole
 * when somebody does.
 *
 * History and tail are one contiguous range that ends at the newest message, and everything that must
 * be right relies on that: what is unseen, what an unsent message comes after, where a gap begins.
 * So pages around some other place never go into the history: they are an excerpt (`excerpt.ts`),
 * shown in its stead, until both meet. The same holds for what this device has kept of an earlier visit
 * (`kept/restore.ts`): it is shown until there is a history, and never becomes one. At its older end the
 * history may be cut at any time (`patches/release.ts`), since `hasOlder` tells how to go on.
 */
import type { QueryClient } from '@tanstack/react-query';
import { hasFeature } from '../backend/connection.ts';
import { releasePictures } from '../pictures/held-pictures.ts';
import { holdPicture } from '../pictures/message-pictures.ts';
import type { MessageId, UserId } from '../protocol/entities.ts';
import { getSelectedUserId } from '../stores/selection.ts';
import { changeConversation, changeTail, readCached } from './conversation-entries.ts';
import type { ConversationMessage, MessageList } from './entities.ts';
import { noteReceipt } from './fetch.ts';
import { messageKeys } from './message-keys.ts';
import {
  addMessage,
  type Conversation,
  findNewest,
  joinConversation,
  markConversationSeen,
  mergeAnswer,
} from './patches/conversation.ts';
import { applyReceiptToExcerpt, type Excerpt } from './patches/excerpt.ts';
import { applyReceiptToPages, renewHistory, trimHistory } from './patches/history.ts';
import { appendMessage, applyReceipt, type Receipt } from './patches/message-list.ts';
import {
  type Compare,
  compareAsCame,
  comparePositions,
  compareTimes,
} from './patches/message-order.ts';
import { boundUnshown } from './patches/release.ts';

/** The conversation as far as it is loaded; undefined before its first page is there. */
export function getConversation(
  queryClient: QueryClient,
  peerId: UserId,
): Conversation | undefined {
  const { history, tail } = readCached(queryClient, peerId);
  return history && joinConversation({ history, tail });
}

/** The newest message as far as it is loaded. */
export function getNewest(
  queryClient: QueryClient,
  peerId: UserId,
): ConversationMessage | undefined {
  const { history, tail } = readCached(queryClient, peerId);
  return findNewest(history, tail);
}

/** A message came: as the answer to a send, or by an event. */
export function receiveMessage(
  queryClient: QueryClient,
  peerId: UserId,
  message: ConversationMessage,
): void {
  const compare = compareArrival(queryClient, message);
  const isLoaded = changeConversation(queryClient, peerId, (conversation) => {
    const grown = addMessage(conversation, holdPicture(peerId, message), compare);
    const isSealed = grown.history !== conversation.history;
    return isSealed && mayForget(queryClient, peerId) ? boundUnshown(grown) : grown;
  });
  if (!isLoaded && isAwaitingHistory(queryClient, peerId)) {
    changeTail(queryClient, peerId, (tail) =>
      appendMessage(tail, holdPicture(peerId, message), compare),
    );
  }
}

/**
 * A server that announces `paging` has ids that sort by creation; of other ids nothing is known. Asked only for
 * messages with equal times: asking for each would add a third to the cost of an arrival.
 */
const compareArrival =
  (queryClient: QueryClient, message: ConversationMessage): Compare =>
  (a, b) =>
    compareTimes(a, b) ||
    (hasFeature(queryClient, 'paging') ? comparePositions : compareAsCame(message))(a, b);

/** Whether the server gives back what is let go, and nobody has the newest messages before them. */
function mayForget(queryClient: QueryClient, peerId: UserId): boolean {
  if (!hasFeature(queryClient, 'paging')) return false;
  const isApart = queryClient.getQueryData(messageKeys.excerpt(peerId)) != null;
  return getSelectedUserId() !== peerId || isApart;
}

/** Messages were delivered or seen. */
export function receiveReceipt(queryClient: QueryClient, peerId: UserId, receipt: Receipt): void {
  noteReceipt(queryClient, peerId, receipt);
  queryClient.setQueryData<Excerpt | null>(
    messageKeys.excerpt(peerId),
    (excerpt) => excerpt && applyReceiptToExcerpt(excerpt, receipt),
  );
  const isLoaded = changeConversation(queryClient, peerId, ({ history, tail }) => ({
    history: applyReceiptToPages(history, receipt),
    tail: applyReceipt(tail, receipt),
  }));
  if (!isLoaded) changeTail(queryClient, peerId, (tail) => applyReceipt(tail, receipt));
}

/** This person saw messages here. */
export function receiveSeenHere(
  queryClient: QueryClient,
  peerId: UserId,
  ids: ReadonlySet<MessageId>,
): void {
  changeConversation(queryClient, peerId, (conversation) =>
    markConversationSeen(conversation, ids),
  );
}

/** Messages were read again, back into what is loaded. */
export function receiveAnswer(queryClient: QueryClient, peerId: UserId, answer: MessageList): void {
  changeConversation(queryClient, peerId, (conversation) => mergeAnswer(conversation, answer));
}

/** So much was missed that what is loaded begins anew with the newest messages. */
export function replaceConversation(
  queryClient: QueryClient,
  peerId: UserId,
  messages: MessageList,
): void {
  changeConversation(queryClient, peerId, ({ history, tail }) =>
    joinConversation({ history: renewHistory(history, { messages, hasOlder: true }), tail }),
  );
}

/** The conversation was left: its old pages give their memory back. */
export function trimConversation(queryClient: QueryClient, peerId: UserId): void {
  changeConversation(queryClient, peerId, ({ history, tail }) => ({
    history: trimHistory(history),
    tail,
  }));
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
  releasePictures(isDropped);
}

/**
 * While the first page is under way, what comes meanwhile waits in the tail; in the open conversation also when
 * that has failed or waits for the network: a message that was sent would be gone from the screen.
 */
function isAwaitingHistory(queryClient: QueryClient, peerId: UserId): boolean {
  const isLoading = queryClient.isFetching({ queryKey: messageKeys.history(peerId) }) > 0;
  return isLoading || getSelectedUserId() === peerId;
}
