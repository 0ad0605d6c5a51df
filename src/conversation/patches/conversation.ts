/**
 * A conversation in the cache: the history in pages, and the tail of newer messages. Live events change only the tail,
 * so a message costs the same whatever the length. When the tail is long, its older part is sealed into pages. All
 * functions are pure and keep references of unchanged parts.
 */
import type { Message, MessageId } from '../../protocol/entities.ts';
import { PAGE_SIZE } from '../../protocol/limits.ts';
import type { History, MessageList } from '../entities.ts';
import {
  appendMessage,
  applyReceipt,
  markSeen,
  mergeKnown,
  mergeMessage,
  type Receipt,
  sortMessages,
} from './message-list.ts';
import {
  type Compare,
  compareArrivals,
  compareAsIn,
  compareOrder,
  type OrderKey,
} from './message-order.ts';

export interface Conversation {
  history: History;
  tail: MessageList;
}

/** Length at which the tail is sealed; one page's worth stays. */
const MAX_TAIL = 2 * PAGE_SIZE;

/** All loaded messages, oldest first. */
export function listMessages({ history, tail }: Conversation): MessageList {
  return [...history.pages.flat(), ...tail];
}

/** The newest loaded message, even before there is a history. */
export function findNewest(history: History | undefined, tail: MessageList): Message | undefined {
  return tail.at(-1) ?? history?.pages.at(-1)?.at(-1);
}

/** The newest loaded message that was not deleted. */
export function findNewestShown({ history, tail }: Conversation): Message | undefined {
  for (const list of [tail, ...history.pages.toReversed()]) {
    const newest = list.findLast(({ deleted }) => !deleted);
    if (newest) return newest;
  }
  return undefined;
}

/** Adds one message in its place, once. */
export function addMessage(
  conversation: Conversation,
  message: Message,
  compare: Compare = compareArrivals,
): Conversation {
  const { pages } = conversation.history;
  const newest = pages.at(-1)?.at(-1);
  const pageIndex = findPageIndex(pages, message);
  if (pageIndex !== undefined || (newest && compare(message, newest) < 0)) {
    const history = addToPages(conversation.history, message, compare, pageIndex);
    return history === conversation.history ? conversation : { ...conversation, history };
  }
  const tail = appendMessage(conversation.tail, message, compare);
  return tail === conversation.tail ? conversation : sealTail({ ...conversation, tail });
}

function sealTail(conversation: Conversation): Conversation {
  const { history, tail } = conversation;
  if (tail.length < MAX_TAIL) return conversation;
  const sealed = tail.length - (tail.length % PAGE_SIZE) - PAGE_SIZE;
  return {
    history: { ...history, pages: [...history.pages, ...cutIntoPages(tail.slice(0, sealed))] },
    tail: tail.slice(sealed),
  };
}

/**
 * Joins history and tail, of which one was fetched while the other changed. If only the server knows the order, messages
 * that the pages do not have come after them.
 */
export function joinConversation(conversation: Conversation): Conversation {
  const { history, tail } = conversation;
  if (isTailAfterPages(conversation) && tail.length < MAX_TAIL) return conversation;
  const start: Conversation = { history, tail: [] };
  return tail.reduce((joined, message) => addMessage(joined, message), start);
}

/** Whether the whole tail belongs after the pages. */
function isTailAfterPages({ history: { pages }, tail }: Conversation): boolean {
  const newest = pages.at(-1)?.at(-1);
  const first = tail[0];
  if (!newest || !first) return true;
  const distance = compareOrder(first, newest);
  if (distance !== 0) return distance > 0;
  return tail.every((message) => findPageIndex(pages, message) === undefined);
}

/** Merges an answer that overlaps the loaded part, or begins directly after it. */
export function mergeAnswer(conversation: Conversation, answer: MessageList): Conversation {
  const versions = new Map(answer.map((message) => [message._id, message]));
  const compare = compareAsIn(answer, listMessages(conversation));
  const merge = (list: MessageList) => sortMessages(mergeKnown(list, versions), compare);
  const history = changePages(conversation.history, merge);
  const tail = merge(conversation.tail);
  const isSame = history === conversation.history && tail === conversation.tail;
  for (const list of [...history.pages, tail]) {
    for (const { _id } of list) versions.delete(_id);
  }
  const start = isSame ? conversation : { history, tail };
  return [...versions.values()].reduce(
    (merged, message) => addMessage(merged, message, compare),
    start,
  );
}

/** Marks these messages as seen, and scans back no farther than the oldest of them. */
export function markConversationSeen(
  { history, tail }: Conversation,
  ids: ReadonlySet<MessageId>,
): Conversation {
  const countIn = (list: MessageList) => list.filter(({ _id }) => ids.has(_id)).length;
  let left = ids.size - countIn(tail);
  let { pages } = history;
  for (let index = pages.length - 1; index >= 0 && left > 0; index -= 1) {
    const page = pages[index] ?? [];
    const count = countIn(page);
    if (count > 0) pages = pages.with(index, markSeen(page, ids));
    left -= count;
  }
  return {
    history: pages === history.pages ? history : { ...history, pages },
    tail: markSeen(tail, ids),
  };
}

// The history of a conversation: pages of messages, oldest first. All functions are pure and keep references of
// unchanged parts.

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
    (message) => !answered.has(message._id) && (!newest || compareOrder(message, newest) >= 0),
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

/** The page that has this message: found by its id's order, or by looking at all if only the server knows the order. */
function findPageIndex(pages: readonly MessageList[], message: OrderKey): number | undefined {
  for (let index = pages.length - 1; index >= 0; index -= 1) {
    const page = pages[index] ?? [];
    const [first, last] = [page[0], page.at(-1)];
    if (!first || !last || compareOrder(last, message) < 0) return undefined;
    const beginning = compareOrder(first, message);
    if (beginning <= 0 && page.some(({ _id }) => _id === message._id)) return index;
    if (beginning < 0) return undefined;
  }
  return undefined;
}

/** Adds a message that is not newer than the pages: a repeat, which `pageIndex` has, or one out of order. */
function addToPages(
  history: History,
  message: Message,
  compare: Compare,
  pageIndex: number | undefined,
): History {
  const { pages, hasOlder } = history;
  const index =
    pageIndex ??
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
function changePages(history: History, change: (page: MessageList) => MessageList): History {
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
