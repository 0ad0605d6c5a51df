/**
 * How a conversation in the cache changes: each fact from the network, whoever brings it, goes
 * through one of these. Nothing is kept of a conversation that nobody has opened: it is read whole
 * when somebody does.
 *
 * History and tail are one contiguous range that ends at the newest message, and everything that must
 * be right relies on that: what is unseen, what an unsent message comes after, where a gap begins.
 * So pages around some other place never go into the history: they are an excerpt (`excerpt.ts`),
 * shown in its stead, until both meet. The same holds for what this device has kept of an earlier visit
 * (`stored/`): it is shown until there is a history, and never becomes one. At its older end the
 * history may be cut at any time (`patches/release.ts`), since `hasOlder` tells how to go on.
 */
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import type { MessageId, UserId } from '../protocol/entities.ts';
import { getSelectedUserId } from '../stores/selection.ts';
import type { ConversationMessage, History, MessageList } from './entities.ts';
import { releasePictures } from './held-pictures.ts';
import { messageKeys } from './message-keys.ts';
import { holdPicture } from './message-pictures.ts';
import {
  addMessage,
  applyReceiptToPages,
  type Conversation,
  findNewest,
  joinConversation,
  markConversationSeen,
  mergeAnswer,
  renewHistory,
  trimHistory,
} from './patches/conversation.ts';
import { applyReceiptToExcerpt, type Excerpt } from './patches/excerpt.ts';
import {
  appendMessage,
  applyReceipt,
  type Compare,
  compareAsCame,
  comparePositions,
  compareTimes,
  type Receipt,
} from './patches/message-list.ts';
import { boundUnshown } from './patches/release.ts';
import { noteReceipt } from './reading.ts';
import { hasFeature } from './realtime.ts';

const NO_MESSAGES: MessageList = [];

/** What the cache holds of a conversation; the history is undefined before its first page is there. */
interface Cached {
  history: History | undefined;
  tail: MessageList;
}

function readCached(queryClient: QueryClient, peerId: UserId): Cached {
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
function changeConversation(
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
function changeTail(
  queryClient: QueryClient,
  peerId: UserId,
  change: (tail: MessageList) => MessageList,
): void {
  const before = readCached(queryClient, peerId);
  writeCached(queryClient, peerId, before, { ...before, tail: change(before.tail) });
}

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
  if (!isLoaded && isLoading(queryClient, peerId)) {
    changeTail(queryClient, peerId, (tail) =>
      appendMessage(tail, holdPicture(peerId, message), compare),
    );
  }
}

/**
 * Ids that pages are asked for by sort in the order of creation; nobody knows it of others. Looked up for
 * messages of one moment alone: with each that comes it would be a third of what that costs.
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
  newest: MessageList,
): void {
  changeConversation(queryClient, peerId, ({ history, tail }) =>
    joinConversation({ history: renewHistory(history, newest, true), tail }),
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

/** While the first page is under way, what comes meanwhile waits in the tail. */
function isLoading(queryClient: QueryClient, peerId: UserId): boolean {
  return queryClient.isFetching({ queryKey: messageKeys.history(peerId) }) > 0;
}
