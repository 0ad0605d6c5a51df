/**
 * How a conversation in the cache changes: each fact from the network, whoever brings it, goes
 * through one of these. Where a page is being read at that moment, the fact is applied to the page
 * as well when it lands, so that no order of events and answers loses anything.
 */
import type { QueryClient } from '@tanstack/react-query';
import { notifyManager } from '@tanstack/react-query';
import { readConversation } from '../api/messages.ts';
import type { UserId } from '../protocol/entities.ts';
import type { ConversationQuery } from '../protocol/http.ts';
import { PAGE_SIZE } from '../protocol/limits.ts';
import type { ConversationMessage, History, MessageList } from './entities.ts';
import { messageKeys } from './message-keys.ts';
import {
  addMessage,
  addOlder,
  applyReceiptToPages,
  cutIntoPages,
  joinConversation,
} from './patches/conversation.ts';
import {
  appendMessage,
  applyReceipt,
  type Receipt,
  toMessageList,
} from './patches/message-list.ts';

const NO_MESSAGES: MessageList = [];

export const getHistory = (queryClient: QueryClient, peerId: UserId): History | undefined =>
  queryClient.getQueryData<History>(messageKeys.history(peerId));

export const getTail = (queryClient: QueryClient, peerId: UserId): MessageList =>
  queryClient.getQueryData<MessageList>(messageKeys.tail(peerId)) ?? NO_MESSAGES;

/** Adds a message: an answer to a send, or an event. Nothing is kept of what nobody opened. */
export function receiveMessage(
  queryClient: QueryClient,
  peerId: UserId,
  message: ConversationMessage,
): void {
  const history = getHistory(queryClient, peerId);
  const tail = getTail(queryClient, peerId);
  if (history) {
    const joined = joinConversation({ history, tail });
    writeConversation(queryClient, peerId, addMessage(joined, message));
  } else if (isLoading(queryClient, peerId)) {
    queryClient.setQueryData(messageKeys.tail(peerId), appendMessage(tail, message));
  }
}

/** Marks messages as delivered or seen. */
export function receiveReceipt(queryClient: QueryClient, peerId: UserId, receipt: Receipt): void {
  for (const landing of landings.get(queryClient)?.get(peerId) ?? []) landing.push(receipt);
  const tail = getTail(queryClient, peerId);
  const history = getHistory(queryClient, peerId);
  notifyManager.batch(() => {
    writeTail(queryClient, peerId, applyReceipt(tail, receipt));
    if (history) writeHistory(queryClient, peerId, applyReceiptToPages(history, receipt));
  });
}

/** Reads the newest page for the history query. */
export async function loadNewest(
  queryClient: QueryClient,
  peerId: UserId,
  query: ConversationQuery,
  signal?: AbortSignal,
): Promise<History> {
  const { list, hasMore } = await readPage(queryClient, peerId, query, signal);
  return { pages: cutIntoPages(list), hasOlder: hasMore };
}

/** Reads the page before the first one and adds it to what the cache then holds. */
export async function loadOlder(
  queryClient: QueryClient,
  peerId: UserId,
  signal?: AbortSignal,
): Promise<null> {
  const before = getHistory(queryClient, peerId)?.pages[0]?.[0]?._id;
  if (before === undefined) return null;
  const query = { limit: PAGE_SIZE, before, peek: true };
  const { list, hasMore } = await readPage(queryClient, peerId, query, signal);
  const history = getHistory(queryClient, peerId);
  // The history may have been replaced meanwhile; the page then has no place.
  if (history?.pages[0]?.[0]?._id === before) {
    writeHistory(queryClient, peerId, addOlder(history, list, hasMore));
  }
  return null;
}

const landings = new WeakMap<QueryClient, Map<UserId, Set<Receipt[]>>>();

/** Reads messages, and applies the receipts that came while the answer was under way. */
export async function readPage(
  queryClient: QueryClient,
  peerId: UserId,
  query: ConversationQuery,
  signal?: AbortSignal,
): Promise<{ list: MessageList; hasMore: boolean }> {
  const receipts: Receipt[] = [];
  const reading = landingsOf(queryClient, peerId);
  reading.add(receipts);
  try {
    const { messages, hasMore = false } = await readConversation(peerId, query, signal);
    return { list: receipts.reduce(applyReceipt, toMessageList(messages)), hasMore };
  } finally {
    reading.delete(receipts);
  }
}

function landingsOf(queryClient: QueryClient, peerId: UserId): Set<Receipt[]> {
  let byPeer = landings.get(queryClient);
  if (!byPeer) {
    byPeer = new Map();
    landings.set(queryClient, byPeer);
  }
  let reading = byPeer.get(peerId);
  if (!reading) {
    reading = new Set();
    byPeer.set(peerId, reading);
  }
  return reading;
}

function isLoading(queryClient: QueryClient, peerId: UserId): boolean {
  const state = queryClient.getQueryState(messageKeys.history(peerId));
  return state !== undefined && state.fetchStatus !== 'idle';
}

export function writeConversation(
  queryClient: QueryClient,
  peerId: UserId,
  { history, tail }: { history: History; tail: MessageList },
): void {
  // In one batch: a message that moves from the tail to a page is never seen in both or neither.
  notifyManager.batch(() => {
    writeHistory(queryClient, peerId, history);
    writeTail(queryClient, peerId, tail);
  });
}

function writeHistory(queryClient: QueryClient, peerId: UserId, history: History): void {
  if (history === getHistory(queryClient, peerId)) return;
  queryClient.setQueryData(messageKeys.history(peerId), history);
}

function writeTail(queryClient: QueryClient, peerId: UserId, tail: MessageList): void {
  if (tail === getTail(queryClient, peerId)) return;
  queryClient.setQueryData(messageKeys.tail(peerId), tail);
}
