import { useState } from 'react';
import type { UserId } from '../../../protocol/entities.ts';
import type { ThreadPage } from './thread.ts';
import { findFirstUnseen, searchOn } from './unseen-search.ts';

/** The line above the messages that were unseen when the conversation was opened. */
export interface UnseenLine {
  /** It stands above this message; null: there is none. */
  key: string | null;
  /** How many they were. */
  count: number;
  /** The reader has been there in this visit. */
  isReached: boolean;
  onReached: () => void;
}

/** Finds where it stands, further up while older pages come. `count` is of messages from `peerId`. */
export function useUnseenLine(
  pages: readonly ThreadPage[],
  { peerId, count, hasOlder }: { peerId: UserId; count: number; hasOlder: boolean },
): UnseenLine {
  const [search, setSearch] = useState(() => findFirstUnseen(pages, peerId, count));
  const [isReached, setIsReached] = useState(false);
  // The page that was searched last may have been let go; the search goes on when it is back.
  const isSearchable = search.left > 0 && search.top !== pages[0]?.key;
  if (isSearchable && pages.some(({ key }) => key === search.top)) {
    setSearch(searchOn(search, pages, peerId));
  }
  return {
    key: search.key,
    count,
    isReached,
    onReached() {
      // Where the line will stand is known once all that was unseen is loaded.
      if (search.left === 0 || !hasOlder) setIsReached(true);
    },
  };
}
