/**
 * A contiguous part of a conversation far from its newest end, for a reader who jumped there; separate from the history
 * until both meet. Pure; unchanged parts keep their references.
 */

import type { MessageId } from '../../protocol/entities.ts';
import type { History, MessageList } from '../entities.ts';
import {
  applyReceiptToPages,
  type Conversation,
  cutIntoPages,
  trimHistory,
} from './conversation.ts';
import type { Receipt } from './message-list.ts';
import { compareIds } from './message-order.ts';

export interface Excerpt extends History {
  /** Whether the server has messages after the last page. */
  hasNewer: boolean;
}

export function addNewer(excerpt: Excerpt, newer: MessageList, hasNewer: boolean): Excerpt {
  return { ...excerpt, pages: [...excerpt.pages, ...cutIntoPages(newer)], hasNewer };
}

export function applyReceiptToExcerpt(excerpt: Excerpt, receipt: Receipt): Excerpt {
  const { pages } = applyReceiptToPages(excerpt, receipt);
  return pages === excerpt.pages ? excerpt : { ...excerpt, pages };
}

/** The history extended backwards by an excerpt that reaches it; undefined while there is a gap between them. */
export function joinExcerpt(history: History, excerpt: Excerpt): History | undefined {
  const first = history.pages[0]?.[0];
  const last = excerpt.pages.at(-1)?.at(-1);
  const meets = !excerpt.hasNewer || (first && last && compareIds(last, first) >= 0);
  if (!meets) return undefined;
  const earlier = excerpt.pages.flatMap((page) => {
    const kept = first ? page.filter((message) => compareIds(message, first) < 0) : page;
    if (kept.length === 0) return [];
    return [kept.length === page.length ? page : kept];
  });
  return { pages: [...earlier, ...history.pages], hasOlder: excerpt.hasOlder };
}

// Releases pages far from the reader, so that a conversation that is open for days costs no more than the pages
// around the reader. They are fetched again when the reader gets there. Pure; returns its argument if nothing is far.

/** The reader's surroundings: the first messages of the first and the last page in the document. */
export interface Nearby {
  first: MessageId;
  last: MessageId;
}

/** The newest part, and perhaps an excerpt shown in its place. */
interface Shown {
  history: History;
  excerpt: Excerpt | null;
}

/** If more pages than this are beyond the document on one side, all but a few of them are released. */
export const MAX_BEYOND = 20;
const KEPT_BEYOND = 8;

export function releaseFar(shown: Shown, nearby: Nearby): Shown {
  const { history, excerpt } = shown;
  if (excerpt) {
    const cut = cutAround(excerpt.pages, nearby);
    if (!cut) return shown;
    const { pages, isCutBefore, isCutAfter } = cut;
    const hasOlder = excerpt.hasOlder || isCutBefore;
    return { history, excerpt: { pages, hasOlder, hasNewer: excerpt.hasNewer || isCutAfter } };
  }
  const cut = cutAround(history.pages, nearby);
  if (!cut) return shown;
  const { pages, isCutBefore, isCutAfter } = cut;
  const hasOlder = history.hasOlder || isCutBefore;
  if (!isCutAfter) return { history: { pages, hasOlder }, excerpt };
  // The history always reaches to the newest message: a reader far back reads an excerpt.
  return { history: trimHistory(history), excerpt: { pages, hasOlder, hasNewer: true } };
}

/** Limits the history of a conversation whose newest messages are not on the screen, however many arrive. */
export function boundUnshown(conversation: Conversation): Conversation {
  const { history } = conversation;
  if (history.pages.length <= MAX_BEYOND) return conversation;
  return { ...conversation, history: trimHistory(history) };
}

interface Cut {
  pages: readonly MessageList[];
  isCutBefore: boolean;
  isCutAfter: boolean;
}

/** Undefined: nothing is far away. */
function cutAround(pages: readonly MessageList[], { first, last }: Nearby): Cut | undefined {
  const end = pages.length - 1;
  // A message that is not in these pages came after them.
  const from = findPage(pages, first) ?? pages.length;
  const to = findPage(pages, last) ?? end;
  const isCutBefore = from > MAX_BEYOND;
  const isCutAfter = end - to > MAX_BEYOND;
  if (!isCutBefore && !isCutAfter) return undefined;
  const start = isCutBefore ? from - KEPT_BEYOND : 0;
  const stop = isCutAfter ? to + KEPT_BEYOND : end;
  return { pages: pages.slice(start, stop + 1), isCutBefore, isCutAfter };
}

function findPage(pages: readonly MessageList[], firstId: MessageId): number | undefined {
  const index = pages.findIndex((page) => page[0]?._id === firstId);
  return index < 0 ? undefined : index;
}
