/**
 * How a conversation in the cache changes: all data from the network goes through these functions. A conversation that
 * nobody has opened is not stored: it is fetched when somebody opens it.
 *
 * History and tail are one contiguous range that ends at the newest message. Unseen messages, the place of unsent
 * messages and the start of gaps depend on that. So pages around another place never go into the history: they are an
 * excerpt (`excerpt.ts`), shown instead until both meet. The same is true for the stored page of an earlier visit
 * (`kept/restore.ts`): it is shown until there is a history, and never becomes one. The older end of the history may be
 * cut at any time (`patches/excerpt.ts`), since `hasOlder` says that more can be fetched.
 */
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { isExtended } from '../backend/connection.ts';
import { removeData, resetData, writeData } from '../cache/write.ts';
import { releasePictures, retainPicture } from '../pictures/retained-pictures.ts';
import type { Message, MessageId, UserId } from '../protocol/entities.ts';
import type { Arrival } from '../protocol/events.ts';
import { getSelectedUserId } from '../stores/selection.ts';
import type { History, MessageList } from './entities.ts';
import { isNews, isQuoted, recordStep, takeRows } from './feed.ts';
import { recordReceipt } from './fetch.ts';
import { messageKeys } from './message-keys.ts';
import { changeList, changeRow, describeChange, quoteInList } from './patches/changed-message.ts';
import {
  addMessage,
  applyReceiptToPages,
  type Conversation,
  findNewest,
  joinConversation,
  markConversationSeen,
  mergeAnswer,
  trimHistory,
} from './patches/conversation.ts';
import { applyReceiptToExcerpt, boundUnshown, type Excerpt } from './patches/excerpt.ts';
import { appendMessage, applyReceipt, type Receipt } from './patches/message-list.ts';

/** The conversation as far as it is loaded; undefined before its first page has arrived. */
export function getConversation(
  queryClient: QueryClient,
  peerId: UserId,
): Conversation | undefined {
  const { history, tail } = readCached(queryClient, peerId);
  return history && joinConversation({ history, tail });
}

export function getNewest(queryClient: QueryClient, peerId: UserId): Message | undefined {
  const { history, tail } = readCached(queryClient, peerId);
  return findNewest(history, tail);
}

/** A message of whatever conversation, of a server whose ids sort by creation, if it is loaded. */
export function findLoaded(queryClient: QueryClient, id: MessageId): Message | undefined {
  const parts = queryClient.getQueriesData<History | MessageList | null>({
    queryKey: messageKeys.all,
    predicate: ({ queryKey: [, , part] }) => PARTS.has(part),
  });
  return parts
    .flatMap(([, part]) => (part && 'pages' in part ? part.pages : [part ?? []]))
    .filter((page) => (page[0]?._id ?? id) <= id && id <= (page.at(-1)?._id ?? ''))
    .flat()
    .find(({ _id }) => _id === id);
}

/** The entries of a conversation with its rows. */
const PARTS: ReadonlySet<unknown> = new Set(['history', 'tail', 'excerpt']);

/**
 * A message has arrived: as the answer to a send, or by an event. With extension `changes`, `before` is the number before
 * it.
 */
export function receiveMessage(
  queryClient: QueryClient,
  peerId: UserId,
  { before, summaryVersion: _, ...arrived }: Message & Arrival,
  epoch?: string,
): void {
  const [message = arrived] = takeRows(queryClient, peerId, [arrived]);
  if (!isNews(queryClient, peerId, message)) {
    // A message that the loaded part lacks was deleted since.
    const changed = describeChange(message, isQuoted(queryClient, message));
    changeConversation(queryClient, peerId, (known) => changeRow(known, changed, false));
    return;
  }
  const isLoaded = changeConversation(queryClient, peerId, (conversation) => {
    const grown = addMessage(conversation, retainPicture(peerId, message));
    const isSealed = grown.history !== conversation.history;
    return isSealed && mayForget(queryClient, peerId) ? boundUnshown(grown) : grown;
  });
  const isAwaited = !isLoaded && isAwaitingHistory(queryClient, peerId);
  if (isAwaited) {
    changeTail(queryClient, peerId, (tail) => appendMessage(tail, retainPicture(peerId, message)));
  }
  if (isLoaded || isAwaited) recordStep(queryClient, peerId, { ...message, before, epoch });
}

/**
 * Messages have changed: by an event, as the answer to a call, or as changes that were fetched. Returns whether the
 * conversation is loaded, or about to be.
 */
export function receiveChanged(
  queryClient: QueryClient,
  peerId: UserId,
  messages: MessageList,
): boolean {
  const changes = messages.map((message) => ({
    ...describeChange(retainPicture(peerId, message), isQuoted(queryClient, message)),
    isNews: isNews(queryClient, peerId, message),
  }));
  const isLoaded = changeConversation(queryClient, peerId, (conversation) =>
    changes.reduce(
      (known, { isNews, ...changed }) => changeRow(known, changed, isNews),
      conversation,
    ),
  );
  if (!isLoaded) {
    changeTail(queryClient, peerId, (tail) =>
      changes.reduce(
        (known, { message, quote }) => changeList(quoteInList(known, quote), message),
        tail,
      ),
    );
  }
  return isLoaded || isAwaitingHistory(queryClient, peerId);
}

/** Whether released messages can be fetched again, and the newest ones are not on the screen. */
function mayForget(queryClient: QueryClient, peerId: UserId): boolean {
  if (!isExtended(queryClient)) return false;
  const showsExcerpt = queryClient.getQueryData(messageKeys.excerpt(peerId)) != null;
  return getSelectedUserId() !== peerId || showsExcerpt;
}

/** Messages were delivered or seen. */
export function receiveReceipt(queryClient: QueryClient, peerId: UserId, receipt: Receipt): void {
  recordReceipt(queryClient, peerId, receipt);
  writeData<Excerpt | null>(
    queryClient,
    messageKeys.excerpt(peerId),
    (excerpt) => excerpt && applyReceiptToExcerpt(excerpt, receipt),
  );
  const isLoaded = changeConversation(queryClient, peerId, ({ history, tail }) => ({
    history: applyReceiptToPages(history, receipt),
    tail: applyReceipt(tail, receipt),
  }));
  if (!isLoaded) changeTail(queryClient, peerId, (tail) => applyReceipt(tail, receipt));
}

/** This person has seen messages in this window. */
export function receiveSeenHere(
  queryClient: QueryClient,
  peerId: UserId,
  ids: ReadonlySet<MessageId>,
): void {
  changeConversation(queryClient, peerId, (conversation) =>
    markConversationSeen(conversation, ids),
  );
}

/** What is loaded does not count any more: the conversation begins again with its newest page. */
export function beginAnew(queryClient: QueryClient, peerId: UserId, newest: History): void {
  notifyManager.batch(() => {
    removeData(queryClient, { queryKey: messageKeys.feed(peerId) });
    resetData(queryClient, {
      queryKey: messageKeys.conversation(peerId),
      predicate: ({ queryKey: [, , part] }) => part === 'images' || part === 'search',
    });
    writeData<Excerpt | null>(queryClient, messageKeys.excerpt(peerId), null);
    writeData<MessageList>(queryClient, messageKeys.tail(peerId), []);
    writeData<History>(queryClient, messageKeys.history(peerId), newest);
  });
}

/** Messages were fetched again, back into the loaded part. */
export function receiveAnswer(queryClient: QueryClient, peerId: UserId, answer: MessageList): void {
  changeConversation(queryClient, peerId, (conversation) => mergeAnswer(conversation, answer));
}

/** The conversation was left: its old pages are released. */
export function trimConversation(queryClient: QueryClient, peerId: UserId): void {
  // A plain server could not return them.
  if (!isExtended(queryClient)) return;
  changeConversation(queryClient, peerId, ({ history, tail }) => ({
    history: trimHistory(history),
    tail,
  }));
}

/** Removes conversations from the cache; they are fetched again when they are opened. */
export function dropConversations(
  queryClient: QueryClient,
  isDropped: (peerId: UserId) => boolean,
): void {
  removeData(queryClient, {
    queryKey: messageKeys.all,
    predicate: ({ queryKey: [, peerId] }) => typeof peerId === 'string' && isDropped(peerId),
  });
  releasePictures(isDropped);
}

/**
 * Messages that arrive while the first page is fetched wait in the tail. In the open conversation also after that fetch
 * failed, or while it waits for the network: otherwise a sent message would disappear from the screen.
 */
function isAwaitingHistory(queryClient: QueryClient, peerId: UserId): boolean {
  const isLoading = queryClient.isFetching({ queryKey: messageKeys.history(peerId) }) > 0;
  return isLoading || getSelectedUserId() === peerId;
}

// Reads and writes the two cache entries of a conversation together.

const NO_MESSAGES: MessageList = [];

/** A conversation in the cache; `history` is undefined until its first page has arrived. */
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

/** Changes a conversation if its first page has arrived. Returns whether it has. */
function changeConversation(
  queryClient: QueryClient,
  peerId: UserId,
  change: (conversation: Conversation) => Conversation,
): boolean {
  const { history, tail } = readCached(queryClient, peerId);
  if (!history) return false;
  const after = change(joinConversation({ history, tail }));
  // In one batch: a message that moves from the tail into a page never appears twice or not at all.
  notifyManager.batch(() => {
    if (after.history !== history) {
      writeData(queryClient, messageKeys.history(peerId), after.history);
    }
    if (after.tail !== tail) writeData(queryClient, messageKeys.tail(peerId), after.tail);
  });
  return true;
}

/** Changes the messages that arrived while the first page is fetched. */
function changeTail(
  queryClient: QueryClient,
  peerId: UserId,
  change: (tail: MessageList) => MessageList,
): void {
  const { tail } = readCached(queryClient, peerId);
  const after = change(tail);
  if (after !== tail) writeData(queryClient, messageKeys.tail(peerId), after);
}
