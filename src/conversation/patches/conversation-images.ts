/** The pictures of a conversation as far as it is loaded. Pure; looked for once per page. */
import type { MessageList } from '../entities.ts';
import { comparePositions, type Position } from './message-order.ts';

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

/** The pictures from the newest message back to another. */
interface ConversationImages {
  /** Newest first. */
  images: MessageList;
  oldest: Position;
  /** Whether the server has more before the oldest. */
  hasOlder: boolean;
}

/** What a search back has found, and where it had begun: nothing newer than that is in it. */
export interface FoundImages extends ConversationImages {
  newest: Position;
}

/**
 * Goes on from the pages that are loaded with what was found before them; not where something lies between, as
 * after much that was missed.
 */
export function joinImages(
  loaded: ConversationImages,
  found: FoundImages | null | undefined,
): ConversationImages {
  const { oldest } = loaded;
  if (!found || comparePositions(found.newest, oldest) < 0) return loaded;
  if (comparePositions(oldest, found.oldest) <= 0) return loaded;
  const before = found.images.filter((image) => comparePositions(image, oldest) < 0);
  return {
    images: [...loaded.images, ...before],
    oldest: found.oldest,
    hasOlder: found.hasOlder,
  };
}

/** Adds the pictures of a page that stands before them. */
export function addOlderImages(
  found: FoundImages,
  page: MessageList,
  hasOlder: boolean,
): FoundImages {
  const [oldest] = page;
  if (!oldest) return { ...found, hasOlder: false };
  const images = [...found.images, ...findImages(page).toReversed()];
  return { ...found, images, oldest, hasOlder };
}

function findImages(page: MessageList): MessageList {
  const known = byPage.get(page);
  if (known) return known;
  const found = page.filter(({ image }) => image);
  const kept = found.length > 0 ? found : NONE;
  byPage.set(page, kept);
  return kept;
}
