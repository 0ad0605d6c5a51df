/**
 * The history of a conversation: pages of messages, oldest first. All functions are pure and keep references of
 * unchanged parts.
 */
import { PAGE_SIZE } from '../../protocol/limits.ts';
import type { ConversationMessage, History, MessageList } from '../entities.ts';
import { appendMessage, applyReceipt, mergeMessage, type Receipt } from './message-list.ts';
import { type Compare, compareTimes, type Position } from './message-order.ts';

/** Pages kept of a conversation that was left. */
const KEPT_PAGES = 4;

/** Cuts a list into pages, from its newest end. */
export function cutIntoPages(list: MessageList): readonly MessageList[] {
  const pages: MessageList[] = [];
  for (let end = list.length; end > 0; end -= PAGE_SIZE) {
    pages.push(list.slice(Math.max(0, end - PAGE_SIZE), end));
  }
  return pages.reverse();
}

/** Adds messages before the first page. */
export function addOlder(history: History, older: MessageList, hasOlder: boolean): History {
  return { pages: [...cutIntoPages(older), ...history.pages], hasOlder };
}

/** Begins the history again with an answer. Newer messages and receipts of the old history stay. */
export function renewHistory(
  old: History | undefined,
  { messages, hasOlder }: { messages: MessageList; hasOlder: boolean },
): History {
  const known = old?.pages.flat() ?? [];
  const newest = messages.at(-1);
  const answered = new Set(messages.map(({ _id }) => _id));
  const later = known.filter(
    (message) => !answered.has(message._id) && (!newest || compareTimes(message, newest) >= 0),
  );
  const versions = new Map(known.map((message) => [message._id, message]));
  const renewed = messages.map((message) => {
    const version = versions.get(message._id);
    return version ? mergeMessage(version, message) : message;
  });
  return { pages: cutIntoPages([...renewed, ...later]), hasOlder };
}

/** Removes all but the newest pages; the others are fetched again when the reader gets there. */
export function trimHistory(history: History): History {
  if (history.pages.length <= KEPT_PAGES) return history;
  return { pages: history.pages.slice(-KEPT_PAGES), hasOlder: true };
}

/** The page that has this message: messages of the same time may be in several pages, in any order of ids. */
export function findHolder(pages: readonly MessageList[], message: Position): number | undefined {
  for (let index = pages.length - 1; index >= 0; index -= 1) {
    const page = pages[index] ?? [];
    const [first, last] = [page[0], page.at(-1)];
    if (!first || !last || compareTimes(last, message) < 0) return undefined;
    const beginning = compareTimes(first, message);
    if (beginning <= 0 && page.some(({ _id }) => _id === message._id)) return index;
    if (beginning < 0) return undefined;
  }
  return undefined;
}

/** Adds a message that is not newer than the pages: a repeat, which `holder` has, or one out of order. */
export function addToPages(
  history: History,
  message: ConversationMessage,
  compare: Compare,
  holder: number | undefined,
): History {
  const { pages, hasOlder } = history;
  const index =
    holder ??
    pages.findLastIndex((page) => {
      const first = page[0];
      return first !== undefined && compare(first, message) <= 0;
    });
  // Older than everything loaded: it comes with its own page when the reader gets there.
  if (index < 0 && hasOlder) return history;
  const target = Math.max(0, index);
  const page = pages[target];
  if (!page) return history;
  const changed = appendMessage(page, message, compare);
  return changed === page ? history : { ...history, pages: pages.with(target, changed) };
}

/** Changes each page; returns the same history if no page changes. */
export function changePages(history: History, change: (page: MessageList) => MessageList): History {
  const pages = history.pages.map(change);
  return pages.every((page, index) => page === history.pages[index])
    ? history
    : { ...history, pages };
}

/** Marks the messages of a receipt, and scans back only as far as it reaches. */
export function applyReceiptToPages(history: History, receipt: Receipt): History {
  let { pages } = history;
  for (let index = pages.length - 1; index >= 0; index -= 1) {
    const page = pages[index] ?? [];
    const marked = applyReceipt(page, receipt);
    if (marked !== page) pages = pages.with(index, marked);
    const first = page[0];
    if (first && first._id <= receipt.from) break;
  }
  return pages === history.pages ? history : { ...history, pages };
}
