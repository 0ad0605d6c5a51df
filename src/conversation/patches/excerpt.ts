/**
 * A contiguous part of a conversation far from its newest end, for a reader who jumped there; separate from the history
 * until both meet. Pure; unchanged parts keep their references.
 */
import type { History, MessageList } from '../entities.ts';
import { applyReceiptToPages, cutIntoPages } from './history.ts';
import type { Receipt } from './message-list.ts';
import { comparePositions } from './message-order.ts';

export interface Excerpt extends History {
  /** Whether the server has messages after the last page. */
  hasNewer: boolean;
}

/** Adds messages after the last page. */
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
  const meets = !excerpt.hasNewer || (first && last && comparePositions(last, first) >= 0);
  if (!meets) return undefined;
  const earlier = excerpt.pages.flatMap((page) => {
    const kept = first ? page.filter((message) => comparePositions(message, first) < 0) : page;
    if (kept.length === 0) return [];
    return [kept.length === page.length ? page : kept];
  });
  return { pages: [...earlier, ...history.pages], hasOlder: excerpt.hasOlder };
}
