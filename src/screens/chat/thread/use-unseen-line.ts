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

interface UnseenLineOptions {
  peerId: UserId;
  /** How many messages from them were unseen. */
  count: number;
  hasOlder: boolean;
  /** Whether the pages reach to the newest message: of others the last are not those that were unseen. */
  hasNewest: boolean;
}

/** Finds where it stands, further up while older pages come. */
export function useUnseenLine(
  pages: readonly ThreadPage[],
  { peerId, count, hasOlder, hasNewest }: UnseenLineOptions,
): UnseenLine {
  const begin = () => (hasNewest ? findFirstUnseen(pages, peerId, count) : null);
  const [search, setSearch] = useState(begin);
  const [isReached, setIsReached] = useState(false);
  if (!search) {
    if (hasNewest) setSearch(begin);
  } else if (search.left > 0 && search.top !== pages[0]?.key) {
    // The page that was searched last may have been let go; the search goes on when it is back.
    const isBack = pages.some(({ key }) => key === search.top);
    if (isBack) setSearch(searchOn(search, pages, peerId));
  }
  return {
    key: search?.key ?? null,
    count,
    isReached,
    onReached() {
      // Where the line will stand is known once all that was unseen is loaded.
      if (search?.left === 0 || !hasOlder) setIsReached(true);
    },
  };
}
