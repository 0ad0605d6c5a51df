/**
 * One changed message in the parts of a conversation that are loaded: replaced by a later version, which may be a
 * tombstone, or added inside a part. All functions are pure and keep references of unchanged rows and pages.
 *
 * Servers with changes have ids that sort by creation, so a row is found by binary search, however long the
 * conversation is.
 */
import type { Message, MessageId, Quote } from '../../protocol/entities.ts';
import { cutPreview } from '../../protocol/text.ts';
import type { MessageList } from '../entities.ts';
import { addMessage, type Conversation } from './conversation.ts';
import type { Excerpt } from './excerpt.ts';
import { mergeQuote } from './merge-quote.ts';
import { mergeMessage, toTombstone } from './message-list.ts';

type Pages = readonly MessageList[];

/** What a changed message means for the lists that show it. */
export interface Changed {
  message: Message;
  /** What replies to it show from now on; absent if there are none. */
  quote?: Quote;
}

export const describeChange = (message: Message, isQuoted = true): Changed => ({
  message: message.deleted ? toTombstone(message) : message,
  ...(isQuoted && { quote: quoteOf(message) }),
});

/** What a reply to the message shows. */
export function quoteOf(message: Message): Quote {
  const { _id, senderId, text, image, deleted, change } = message;
  const version = { _id, ...(change !== undefined && { change }) };
  if (deleted) return { ...version, deleted };
  return {
    ...version,
    senderId,
    ...(text !== undefined && { text: cutPreview(text) }),
    ...(image !== undefined && { image }),
  };
}

/** Changes the part up to the newest message, which grows at its end. Without `isNews`, nothing is added. */
export function changeRow(
  conversation: Conversation,
  changed: Changed,
  isNews = true,
): Conversation {
  const { message } = changed;
  const { history, tail } = quoteInConversation(conversation, changed);
  const { pages, hasOlder } = history;
  const first = pages[0]?.[0] ?? tail[0];
  const isInside = isNews && (!hasOlder || (first !== undefined && first._id < message._id));
  const newest = pages.at(-1)?.at(-1);
  if (newest && message._id <= newest._id) {
    const changedPages = changePages(pages, message, isInside);
    return rejoin(conversation, changedPages, tail);
  }
  const changedTail = changeList(tail, message);
  if (changedTail !== tail || !isInside || contains(tail, message._id)) {
    return rejoin(conversation, pages, changedTail);
  }
  return addMessage(rejoin(conversation, pages, tail), message);
}

function rejoin(before: Conversation, pages: Pages, tail: MessageList): Conversation {
  if (pages === before.history.pages && tail === before.tail) return before;
  const { history } = before;
  return { history: pages === history.pages ? history : { ...history, pages }, tail };
}

/** Changes a part far from the newest message. */
export function changeExcerptRow(excerpt: Excerpt, changed: Changed): Excerpt {
  const { message, quote } = changed;
  const first = excerpt.pages[0]?.[0];
  const last = excerpt.pages.at(-1)?.at(-1);
  const isInside =
    (!excerpt.hasOlder || (first !== undefined && first._id < message._id)) &&
    (!excerpt.hasNewer || (last !== undefined && message._id < last._id));
  const pages = changePages(quoteInPages(excerpt.pages, quote), message, isInside);
  return pages === excerpt.pages ? excerpt : { ...excerpt, pages };
}

/** Changes the message in a list that is in order, oldest first, if it is there. */
export function changeList(list: MessageList, message: Message): MessageList {
  const index = findPlace(list, ({ _id }) => _id < message._id);
  return list[index]?._id === message._id ? changeAt(list, index, message) : list;
}

/** The same for a short list of hits in any order: one that is deleted is no hit any more. */
export function changeHits(list: MessageList, message: Message): MessageList {
  const index = list.findIndex(({ _id }) => _id === message._id);
  if (index < 0) return list;
  return message.deleted ? list.toSpliced(index, 1) : changeAt(list, index, message);
}

function changeAt(list: MessageList, index: number, message: Message): MessageList {
  const known = list[index];
  if (!known) return list;
  const merged = mergeMessage(known, message);
  return merged === known ? list : list.with(index, merged);
}

/** `isInside`: the message belongs to these pages, so it is added if it is missing. */
function changePages(pages: Pages, message: Message, isInside: boolean): Pages {
  const place = findPlace(pages, (page) => (page.at(-1)?._id ?? '') < message._id);
  const index = Math.min(place, pages.length - 1);
  const page = pages[index];
  if (!page) return pages;
  const isMissing = isInside && !contains(page, message._id);
  const changed = isMissing ? insert(page, message) : changeList(page, message);
  return changed === page ? pages : pages.with(index, changed);
}

const insert = (list: MessageList, message: Message): MessageList =>
  list.toSpliced(
    findPlace(list, ({ _id }) => _id < message._id),
    0,
    message,
  );

const contains = (list: MessageList, id: MessageId): boolean =>
  list[findPlace(list, ({ _id }) => _id < id)]?._id === id;

/** The first index that is not before the place that is looked for. */
function findPlace<Item>(items: readonly Item[], isBefore: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && isBefore(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function quoteInConversation(conversation: Conversation, { quote }: Changed): Conversation {
  const { history, tail } = conversation;
  return rejoin(conversation, quoteInPages(history.pages, quote), quoteInList(tail, quote));
}

/** A reply comes after its message, so only the pages from there on may have one. */
function quoteInPages(pages: Pages, quote: Quote | undefined): Pages {
  if (!quote) return pages;
  const { _id = '' } = quote;
  let changed = pages;
  const start = findPlace(pages, (page) => (page.at(-1)?._id ?? '') < _id);
  for (let index = start; index < pages.length; index += 1) {
    const page = pages[index] ?? [];
    const next = quoteInList(page, quote);
    if (next !== page) changed = changed.with(index, next);
  }
  return changed;
}

/** The messages that a list quotes; each list is scanned once. */
const quotedIn = new WeakMap<MessageList, ReadonlySet<MessageId>>();
const NONE: ReadonlySet<MessageId> = new Set();

function listQuoted(list: MessageList): ReadonlySet<MessageId> {
  const known = quotedIn.get(list);
  if (known) return known;
  const ids = list.flatMap(({ replyTo }) => replyTo?._id ?? []);
  const quoted = ids.length > 0 ? new Set(ids) : NONE;
  quotedIn.set(list, quoted);
  return quoted;
}

/** Shows the message as it is now in the replies to it. */
export function quoteInList(list: MessageList, quote: Quote | undefined): MessageList {
  if (quote?._id === undefined || !listQuoted(list).has(quote._id)) return list;
  return mapQuotes(list, ({ _id }) => (_id === quote._id ? quote : undefined));
}

/** Shows in each reply the quote that is found, if that is later. */
export function mapQuotes(
  list: MessageList,
  find: (quote: Quote) => Quote | undefined,
): MessageList {
  let isSame = true;
  const next = list.map((row) => {
    const replyTo = row.replyTo && mergeQuote(row.replyTo, find(row.replyTo));
    if (!replyTo || replyTo === row.replyTo) return row;
    isSame = false;
    return { ...row, replyTo };
  });
  return isSame ? list : next;
}
