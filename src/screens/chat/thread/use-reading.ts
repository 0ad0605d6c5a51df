import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { markOpenSeen } from '../../../conversation/seen.ts';
import type { UserId } from '../../../protocol/entities.ts';
import { clearInView, setInView } from '../../../stores/in-view.ts';
import { keyOf, type ThreadPage } from './thread.ts';

interface Reading {
  /** New messages of the other person that were never in view. */
  missed: number;
  /** Call it with the key of their newest message in view or above it; null: none is mounted. */
  onShown: (key: string | null) => void;
}

/** Follows what the reader has in view, and marks it as seen. `newest` are the pages up to the newest message. */
export function useReading(peerId: UserId, newest: readonly ThreadPage[]): Reading {
  const queryClient = useQueryClient();
  const shown = useRef<string | null>(null);
  /** Their newest message that was ever in view, or there at the beginning. */
  const [farthest, setFarthest] = useState(() => findNewestOf(newest, peerId));
  const missed = countAfter(newest, peerId, farthest);
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
      if (isVisible && missed > 0 && countAfter(newest, peerId, key, missed) < missed) {
        setFarthest(key);
      }
      if (key === shown.current) return;
      shown.current = key;
      report();
    },
  };
}

const findNewestOf = (pages: readonly ThreadPage[], peerId: UserId): string | null => {
  for (const { entries } of pages.toReversed()) {
    const newest = entries.findLast(({ senderId }) => senderId === peerId);
    if (newest) return keyOf(newest);
  }
  return null;
};

/** How many of their messages come after this one, counted up to `most`. */
function countAfter(
  pages: readonly ThreadPage[],
  peerId: UserId,
  key: string | null,
  most = Number.POSITIVE_INFINITY,
): number {
  let count = 0;
  for (const { entries } of pages.toReversed()) {
    for (const entry of entries.toReversed()) {
      if (count >= most || keyOf(entry) === key) return count;
      if (entry.senderId === peerId) count += 1;
    }
  }
  return count;
}
