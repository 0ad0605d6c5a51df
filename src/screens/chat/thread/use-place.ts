import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { leaveExcerpt, reachMessage, releaseFarPages } from '../../../conversation/excerpt.ts';
import type { Nearby } from '../../../conversation/patches/release.ts';
import type { Message, UserId } from '../../../protocol/entities.ts';
import { getPlace } from '../../../stores/places.ts';
import { useUnseenAtOpening } from '../../../stores/selection.ts';
import { keyOf } from './thread.ts';

/** What the reader wants to see; a new object for each time. */
export interface Target {
  /** Of a message; null: the newest one, whichever that is. */
  key: string | null;
  /** Where its upper edge goes, in px below that of the view; absent: it stands in the middle, and out for a moment. */
  top?: number;
  /** Folded words that are marked in it. */
  words?: readonly string[];
  /** On the way to the newest: no farther than the unseen line. */
  stopsAtLine?: boolean;
}

/** Returns whether the message is shown now; a failure to load it has been notified. `words` are folded, to be marked. */
export type GoTo = (message: Message, words?: readonly string[]) => Promise<boolean>;

interface Place {
  /** Another number for another part of the conversation. */
  visit: number;
  target: Target | null;
}

export interface ReaderPlace extends Place {
  /** The reader wants to see a message, which may still have to be found: no earlier wish moves them any more. */
  setOut: () => GoTo;
  goToNewest: () => void;
  /** Goes back to where the reader was when they left, or to what is unseen since. Call it when the server has answered. */
  restore: () => void;
  /** Gives back the memory of pages far from what the reader has around them. */
  releaseFar: (nearby: Nearby) => void;
}

const AT_NEWEST: Place = { visit: 0, target: null };

/** Where in the conversation the reader is taken. Mount it anew for each person. */
export function usePlace(peerId: UserId): ReaderPlace {
  const queryClient = useQueryClient();
  const [place, setPlace] = useState(AT_NEWEST);
  /** Of the way to the message that is wanted last: what stands around it may still be loading. */
  const way = useRef<AbortController>(null);
  const isRestored = useRef(false);
  const unseenAtOpening = useUnseenAtOpening();

  useEffect(
    () => () => {
      way.current?.abort();
      leaveExcerpt(queryClient, peerId);
    },
    [queryClient, peerId],
  );

  const show = (target: Target, isElsewhere: boolean) =>
    setPlace(({ visit }) => ({ visit: visit + (isElsewhere ? 1 : 0), target }));

  const setOut = () => {
    way.current?.abort();
    const controller = new AbortController();
    way.current = controller;
    return async (message: Message, more: Omit<Target, 'key'> = {}) => {
      const reached = await reachMessage(queryClient, peerId, message, controller.signal);
      if (reached) show({ key: keyOf(reached.message), ...more }, reached.isElsewhere);
      return reached !== null;
    };
  };

  return {
    ...place,
    setOut() {
      const goTo = setOut();
      return (message, words) => goTo(message, words && { words });
    },
    goToNewest() {
      way.current?.abort();
      show({ key: null }, leaveExcerpt(queryClient, peerId));
    },
    restore() {
      const kept = isRestored.current ? undefined : getPlace(peerId);
      isRestored.current = true;
      if (kept && unseenAtOpening > 0) show({ key: null, stopsAtLine: true }, false);
      else if (kept) void setOut()(kept.message, { top: kept.top });
    },
    releaseFar: (nearby) => releaseFarPages(queryClient, peerId, nearby),
  };
}
