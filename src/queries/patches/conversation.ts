/**
 * A conversation in the cache: the history in pages, and the tail of what came since. Live events
 * touch the tail alone, so that a message costs the same whatever the length; when the tail has
 * grown long, its older half is sealed into a page. All functions are pure and keep the references
 * of whatever they do not change.
 */
import { PAGE_SIZE } from '../../protocol/limits.ts';
import type { ConversationMessage, History, MessageList } from '../entities.ts';
import { appendMessage, applyReceipt, compareMessages, type Receipt } from './message-list.ts';

export interface Conversation {
  history: History;
  tail: MessageList;
}

/** Length at which the tail's older half becomes a page. */
export const TAIL_LIMIT = 2 * PAGE_SIZE;

const cuts = new WeakMap<MessageList, readonly MessageList[]>();

/** Cuts a list into pages from its newest end; the same list gives the same pages. */
export function cutIntoPages(list: MessageList): readonly MessageList[] {
  const known = cuts.get(list);
  if (known) return known;
  const pages: MessageList[] = [];
  for (let end = list.length; end > 0; end -= PAGE_SIZE) {
    pages.unshift(list.slice(Math.max(0, end - PAGE_SIZE), end));
  }
  cuts.set(list, pages);
  return pages;
}

/** Adds an answer that ends before the first page. */
export function addOlder(history: History, older: MessageList, hasOlder: boolean): History {
  return { pages: [...cutIntoPages(older), ...history.pages], hasOlder };
}

/** Adds one message to a conversation, wherever it belongs and once. */
export function addMessage(conversation: Conversation, message: ConversationMessage): Conversation {
  const { history } = conversation;
  const newest = history.pages.at(-1)?.at(-1);
  if (newest && compareMessages(message, newest) <= 0) {
    const pages = addToPages(history, message);
    return pages === history.pages
      ? conversation
      : { ...conversation, history: { ...history, pages } };
  }
  const tail = appendMessage(conversation.tail, message);
  return tail === conversation.tail ? conversation : sealTail({ ...conversation, tail });
}

/** A message that is not newer than the pages: a repeat, or one that arrives out of order. */
function addToPages({ pages, hasOlder }: History, message: ConversationMessage) {
  let index = pages.length - 1;
  for (let page = pages[index]; page; page = pages[index]) {
    const first = page[0];
    if (first && compareMessages(first, message) <= 0) break;
    index -= 1;
  }
  // Before everything that is loaded: it comes with its own page when the reader gets there.
  if (index < 0 && hasOlder) return pages;
  const target = pages[Math.max(0, index)];
  if (!target) return pages;
  const page = appendMessage(target, message);
  return page === target ? pages : pages.with(Math.max(0, index), page);
}

export function sealTail(conversation: Conversation): Conversation {
  const { history, tail } = conversation;
  if (tail.length < TAIL_LIMIT) return conversation;
  const sealed = tail.length - (tail.length % PAGE_SIZE) - PAGE_SIZE;
  return {
    history: { ...history, pages: [...history.pages, ...cutIntoPages(tail.slice(0, sealed))] },
    tail: tail.slice(sealed),
  };
}

/** Brings history and tail together when one was read while the other moved on. */
export function joinConversation(conversation: Conversation): Conversation {
  const newest = conversation.history.pages.at(-1)?.at(-1);
  const first = conversation.tail[0];
  if (!newest || !first || compareMessages(first, newest) > 0) return conversation;
  let joined: Conversation = { history: conversation.history, tail: [] };
  for (const message of conversation.tail) joined = addMessage(joined, message);
  return joined;
}

export function applyReceiptToPages(history: History, receipt: Receipt): History {
  let { pages } = history;
  for (let index = pages.length - 1; index >= 0; index -= 1) {
    const page = pages[index];
    const last = page?.at(-1);
    if (!page || !last || last._id < receipt.from) break;
    const marked = applyReceipt(page, receipt);
    if (marked !== page) pages = pages.with(index, marked);
  }
  return pages === history.pages ? history : { ...history, pages };
}
