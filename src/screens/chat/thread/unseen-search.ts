/** Where the unseen line stands. Pure. */
import type { UserId } from '../../../protocol/entities.ts';
import { type Entry, keyOf, type ThreadPage } from './thread.ts';

/** How far the search for the first unseen message has come. */
interface UnseenSearch {
  /** Key of the message above which the unseen line stands; null: no line. */
  key: string | null;
  /** Unseen messages that lie on pages not loaded yet. */
  left: number;
  /** Key of the oldest page that was searched. */
  top: string | undefined;
}

/**
 * Looks for the oldest of the last `unseen` messages that came from `peerId`. Messages of one's own
 * lie between without counting. Where pages end earlier, the line stands at their top meanwhile.
 */
export function findFirstUnseen(
  pages: readonly ThreadPage[],
  peerId: UserId,
  unseen: number,
): UnseenSearch {
  let left = unseen;
  let oldest: Entry | undefined;
  for (let page = pages.length - 1; page >= 0 && left > 0; page--) {
    const entries = pages[page]?.entries ?? [];
    for (let index = entries.length - 1; index >= 0 && left > 0; index--) {
      const entry = entries[index];
      if (entry?.senderId !== peerId) continue;
      oldest = entry;
      left--;
    }
  }
  return { key: oldest ? keyOf(oldest) : null, left, top: pages[0]?.key };
}

/** Goes on through the pages that were put on top since. */
export function searchOn(
  search: UnseenSearch,
  pages: readonly ThreadPage[],
  peerId: UserId,
): UnseenSearch {
  const known = pages.findIndex((page) => page.key === search.top);
  const further = findFirstUnseen(pages.slice(0, Math.max(0, known)), peerId, search.left);
  return { ...further, key: further.key ?? search.key, top: pages[0]?.key };
}
