/** The pictures of the loaded part of a conversation. Pure; each page is scanned once. */
import type { MessageList } from '../entities.ts';
import { comparePositions } from './message-order.ts';

type Pages = readonly MessageList[];

const NONE: MessageList = [];
const byPage = new WeakMap<MessageList, MessageList>();
const byPages = new WeakMap<Pages, WeakMap<MessageList, MessageList>>();

/** Newest first. The same list as before if no picture was added or removed: most messages have none. */
export function listImages(pages: Pages, tail: MessageList): MessageList {
  const newest = findImages(tail);
  const known = byPages.get(pages) ?? new WeakMap<MessageList, MessageList>();
  byPages.set(pages, known);
  const listed = known.get(newest) ?? [...pages.flatMap(findImages), ...newest].reverse();
  known.set(newest, listed);
  return listed;
}

/** A page of pictures from the server, oldest first; the newest page has the total count. */
interface AnsweredPage {
  messages: MessageList;
  count?: number;
}

/**
 * Adds the server's pictures (newest page first) to the loaded ones (newest first). The total is the server's count
 * plus those that arrived since.
 */
export function joinImages(
  loaded: MessageList,
  answered: readonly AnsweredPage[],
): { images: MessageList; count?: number } {
  const [first] = answered;
  if (!first) return { images: loaded };
  const known = new Set(loaded.map(({ _id }) => _id));
  const others = answered.flatMap(({ messages }) => messages.filter(({ _id }) => !known.has(_id)));
  const images =
    others.length === 0 ? loaded : [...loaded, ...others].sort((a, b) => comparePositions(b, a));
  if (first.count === undefined) return { images };
  const newest = first.messages.at(-1);
  const since = loaded.filter((image) => !newest || comparePositions(image, newest) > 0);
  return { images, count: first.count + since.length };
}

function findImages(page: MessageList): MessageList {
  const known = byPage.get(page);
  if (known) return known;
  const found = page.filter(({ image }) => image);
  const kept = found.length > 0 ? found : NONE;
  byPage.set(page, kept);
  return kept;
}
