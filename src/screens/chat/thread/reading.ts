/** The line above unseen messages, and its place. */

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { markOpenSeen } from '../../../conversation/seen.ts';
import type { UserId } from '../../../protocol/entities.ts';
import { clearInView, setInView } from '../../../stores/attention.ts';
import type { News } from './news.ts';
import { keyOf, type ThreadPage } from './thread.ts';

/** It is above the messages that were unseen at the opening, or arrived while nobody looked. */
export interface UnseenLine {
  /** Key of the message below it; null: there is no line. */
  key: string | null;
  count: number;
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
    return hasNewest ? findFirstUnseen(pages, peerId, unseen) : null;
  };
  const [search, setSearch] = useState(begin);
  const [isReached, setIsReached] = useState(false);
  const [handled, setHandled] = useState(news);
  const remaining = useMemo(() => search && withoutDeleted(search, pages), [search, pages]);
  if (news !== handled) {
    setHandled(news);
    if (news && news.incoming.length > 0 && !isLookedAt && hasNewest) {
      setSearch(findFirstUnseen(pages, peerId, countUnseen(pages, peerId)));
      setIsReached(false);
    }
  } else if (!search) {
    if (hasNewest) setSearch(begin);
  } else if (remaining !== search) {
    setSearch(remaining);
  } else if (search.left > 0 && search.top !== pages[0]?.key) {
    // The last searched page may be released; the search continues when it is back.
    const isBack = pages.some(({ key }) => key === search.top);
    if (isBack) setSearch(searchOn(search, pages, peerId));
  }
  return {
    key: search?.key ?? null,
    count: search ? search.found.length + search.left : count,
    isReached,
    onReached() {
      // Its final place is known when all unseen messages are loaded.
      if (isLookedAt && (search?.left === 0 || !hasOlder)) setIsReached(true);
    },
  };
}

/** Progress of the search for the first unseen message. */
interface UnseenSearch {
  /** Keys of the unseen messages that are loaded, the newest first. */
  found: readonly string[];
  /** The oldest of them, above which the unseen line stands; null: no line. */
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
  const theirs = pages
    .flatMap(({ entries }) => entries)
    .filter(({ senderId, deleted }) => senderId === peerId && !deleted);
  const found = theirs.toReversed().slice(0, unseen).map(keyOf);
  const left = unseen - found.length;
  return { found, key: found.at(-1) ?? null, left, top: pages[0]?.key };
}

/** Returns the same object if none of the found messages has been deleted. */
function withoutDeleted(search: UnseenSearch, pages: readonly ThreadPage[]): UnseenSearch {
  if (search.found.length === 0) return search;
  const deleted = pages.flatMap(({ entries }) => entries.filter((entry) => entry.deleted));
  const keys = new Set(deleted.map(keyOf));
  const found = search.found.filter((key) => !keys.has(key));
  return found.length === search.found.length
    ? search
    : { ...search, found, key: found.at(-1) ?? null };
}

/** Continues with the pages added on top since. */
export function searchOn(
  search: UnseenSearch,
  pages: readonly ThreadPage[],
  peerId: UserId,
): UnseenSearch {
  const known = pages.findIndex((page) => page.key === search.top);
  const further = findFirstUnseen(pages.slice(0, Math.max(0, known)), peerId, search.left);
  return {
    ...further,
    found: [...search.found, ...further.found],
    key: further.key ?? search.key,
    top: pages[0]?.key,
  };
}

/** How many loaded messages from `peerId` are unseen. They are the newest: the count ends at a page without any. */
function countUnseen(pages: readonly ThreadPage[], peerId: UserId): number {
  let count = 0;
  for (const { entries } of pages.toReversed()) {
    const theirs = entries.filter(({ senderId, deleted }) => senderId === peerId && !deleted);
    const unseen = theirs.filter(({ seen }) => !seen).length;
    if (unseen === 0 && theirs.length > 0) break;
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
