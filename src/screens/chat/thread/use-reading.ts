import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { markOpenSeen } from '../../../conversation/seen.ts';
import type { UserId } from '../../../protocol/entities.ts';
import { clearInView, setInView } from '../../../stores/attention.ts';
import type { News } from './news.ts';
import { keyOf, type ThreadPage } from './thread.ts';

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
