/** The line above unseen messages, and its place. */

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { markOpenSeen } from '../../../conversation/seen.ts';
import type { UserId } from '../../../protocol/entities.ts';
import { clearInView, setInView } from '../../../stores/attention.ts';
import type { News } from './news.ts';
import { type Entry, keyOf, type ThreadPage } from './thread.ts';

/** It is above the messages that were unseen at the opening, or arrived while nobody looked. */
export interface UnseenLine {
  /** Key of the message below it; null: there is no line. */
  key: string | null;
  /** How many messages were unseen. */
  count: number;
  /** The reader has already been there. */
  isReached: boolean;
  onReached: () => void;
}

interface UnseenLineOptions {
  peerId: UserId;
  /** How many of their messages were unseen at the opening. */
  count: number;
  hasOlder: boolean;
  /** Whether the pages reach the newest message: otherwise their last messages are not the unseen ones. */
  hasNewest: boolean;
  news: News | null;
  isLookedAt: boolean;
}

/** Finds its place, farther up as older pages arrive. */
export function useUnseenLine(
  pages: readonly ThreadPage[],
  { peerId, count, hasOlder, hasNewest, news, isLookedAt }: UnseenLineOptions,
): UnseenLine {
  const begin = () => {
    // A window reloaded in the background has not counted them.
    const unseen = Math.max(count, countUnseen(pages, peerId));
    return hasNewest ? { ...findFirstUnseen(pages, peerId, unseen), count: unseen } : null;
  };
  const [search, setSearch] = useState(begin);
  const [isReached, setIsReached] = useState(false);
  const [handled, setHandled] = useState(news);
  if (news !== handled) {
    setHandled(news);
    if (news && news.incoming.length > 0 && !isLookedAt && hasNewest) {
      const unseen = countUnseen(pages, peerId);
      setSearch({ ...findFirstUnseen(pages, peerId, unseen), count: unseen });
      setIsReached(false);
    }
  } else if (!search) {
    if (hasNewest) setSearch(begin);
  } else if (search.left > 0 && search.top !== pages[0]?.key) {
    // The last searched page may be released; the search continues when it is back.
    const isBack = pages.some(({ key }) => key === search.top);
    if (isBack) setSearch({ ...searchOn(search, pages, peerId), count: search.count });
  }
  return {
    key: search?.key ?? null,
    count: search?.count ?? count,
    isReached,
    onReached() {
      // Its final place is known when all unseen messages are loaded.
      if (isLookedAt && (search?.left === 0 || !hasOlder)) setIsReached(true);
    },
  };
}

/** Progress of the search for the first unseen message. */
interface UnseenSearch {
  /** Key of the message above which the unseen line stands; null: no line. */
  key: string | null;
  /** Unseen messages on pages that are not loaded yet. */
  left: number;
  /** Key of the oldest searched page. */
  top: string | undefined;
}

/**
 * Finds the oldest of the last `unseen` messages from `peerId`; own messages in between do not count. If the pages end
 * earlier, the line is at their top meanwhile.
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
      if (entry?.senderId !== peerId || entry.deleted) continue;
      oldest = entry;
      left--;
    }
  }
  return { key: oldest ? keyOf(oldest) : null, left, top: pages[0]?.key };
}

/** Continues with the pages added on top since. */
export function searchOn(
  search: UnseenSearch,
  pages: readonly ThreadPage[],
  peerId: UserId,
): UnseenSearch {
  const known = pages.findIndex((page) => page.key === search.top);
  const further = findFirstUnseen(pages.slice(0, Math.max(0, known)), peerId, search.left);
  return { ...further, key: further.key ?? search.key, top: pages[0]?.key };
}

/** How many loaded messages from `peerId` are unseen. They are the newest: the count ends at a page without any. */
function countUnseen(pages: readonly ThreadPage[], peerId: UserId): number {
  let count = 0;
  for (const { entries } of pages.toReversed()) {
    const unseen = entries.filter(({ senderId, seen }) => senderId === peerId && !seen).length;
    const isOwnAlone = entries.every(({ senderId }) => senderId !== peerId);
    if (unseen === 0 && !isOwnAlone) break;
    count += unseen;
  }
  return count;
}

interface Reading {
  /** New messages of the other person that were never in view. */
  missed: number;
  /** Call it with the key of their newest message in view or above it; null: none is mounted. */
  onShown: (key: string | null) => void;
}

/** Follows what the reader has in view, and marks it as seen. `newest` are the pages up to the newest message. */
export function useReading(
  peerId: UserId,
  newest: readonly ThreadPage[],
  news: News | null,
): Reading {
  const queryClient = useQueryClient();
  const shown = useRef<string | null>(null);
  // Counted as they arrive: pages far from the reader are not kept.
  const [missed, setMissed] = useState(0);
  const [counted, setCounted] = useState(news);
  if (news !== counted) {
    setCounted(news);
    setMissed(missed + (news?.incoming.length ?? 0));
  }
  const report = () => {
    setInView(peerId, shown.current);
    markOpenSeen(queryClient);
  };
  useLayoutEffect(() => () => clearInView(peerId), [peerId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come may be in view.
  useEffect(report, [newest]);
  return {
    missed,
    onShown(key) {
      const isVisible = document.visibilityState === 'visible';
      const left = isVisible ? countAfter(newest, peerId, key, missed) : missed;
      if (left < missed) setMissed(left);
      if (key === shown.current) return;
      shown.current = key;
      report();
    },
  };
}

/** How many of their messages come after this one, counted up to `most`. */
function countAfter(
  pages: readonly ThreadPage[],
  peerId: UserId,
  key: string | null,
  most: number,
): number {
  let count = 0;
  for (const { entries } of pages.toReversed()) {
    for (const entry of entries.toReversed()) {
      if (count >= most || keyOf(entry) === key) return count;
      if (entry.senderId === peerId && !entry.deleted) count += 1;
    }
  }
  // Its page is not loaded: there may be more.
  return most;
}
