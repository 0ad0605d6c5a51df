/** The pictures of a conversation as far as it is loaded. Pure; looked for once per page. */
import type { MessageList } from '../entities.ts';
import { comparePositions } from './message-order.ts';

type Pages = readonly MessageList[];

const NONE: MessageList = [];
const byPage = new WeakMap<MessageList, MessageList>();
const byPages = new WeakMap<Pages, WeakMap<MessageList, MessageList>>();

/** Newest first. The same list as before where no picture came or went: most messages bring none. */
export function listImages(pages: Pages, tail: MessageList): MessageList {
  const newest = findImages(tail);
  const known = byPages.get(pages) ?? new WeakMap<MessageList, MessageList>();
  byPages.set(pages, known);
  const listed = known.get(newest) ?? [...pages.flatMap(findImages), ...newest].reverse();
  known.set(newest, listed);
  return listed;
}

/** What the server has answered about pictures: oldest first; how many there were is told with the newest. */
interface AnsweredPage {
  messages: MessageList;
  count?: number;
}

/**
 * Adds to the pictures that are loaded, newest first, those that the server has answered, the newest page first. All
 * there are is what it has counted, and what came since.
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
