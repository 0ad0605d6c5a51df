/** The pictures of a conversation as far as it is loaded. Pure; looked for once per page. */
import type { ConversationMessage, MessageList } from '../entities.ts';

type Pages = readonly MessageList[];

const NONE: MessageList = [];
const byPage = new WeakMap<MessageList, MessageList>();
const byPages = new WeakMap<Pages, WeakMap<MessageList, MessageList>>();

/** Newest first. The same list as before where no picture came or went: most messages bring none. */
export function listImages(pages: Pages, tail: MessageList): readonly ConversationMessage[] {
  const newest = findImages(tail);
  const known = byPages.get(pages) ?? new WeakMap<MessageList, MessageList>();
  byPages.set(pages, known);
  const listed = known.get(newest) ?? [...pages.flatMap(findImages), ...newest].reverse();
  known.set(newest, listed);
  return listed;
}

function findImages(page: MessageList): MessageList {
  const known = byPage.get(page);
  if (known) return known;
  const found = page.filter(({ image }) => image);
  const kept = found.length > 0 ? found : NONE;
  byPage.set(page, kept);
  return kept;
}
