import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { leaveExcerpt, reachMessage, releaseFarPages } from '../../../conversation/excerpt.ts';
import type { Nearby } from '../../../conversation/patches/release.ts';
import type { Message, UserId } from '../../../protocol/entities.ts';
import { keyOf } from './thread.ts';

/** What the reader wants to see; a new object for each time. */
export interface Target {
  /** Of a message; null: the newest one, whichever that is. */
  key: string | null;
}

/** Returns whether the message is shown now; a failure to load it has been notified. */
export type GoTo = (message: Message) => Promise<boolean>;

interface Place {
  /** Another number for another part of the conversation. */
  visit: number;
  target: Target | null;
}

export interface ReaderPlace extends Place {
  /** The reader wants to see a message, which may still have to be found: no earlier wish moves them any more. */
  setOut: () => GoTo;
  goToNewest: () => void;
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

  useEffect(
    () => () => {
      way.current?.abort();
      leaveExcerpt(queryClient, peerId);
    },
    [queryClient, peerId],
  );

  const show = (key: string | null, isElsewhere: boolean) =>
    setPlace(({ visit }) => ({ visit: visit + (isElsewhere ? 1 : 0), target: { key } }));

  return {
    ...place,
    setOut() {
      way.current?.abort();
      const controller = new AbortController();
      way.current = controller;
      return async (message) => {
        const reached = await reachMessage(queryClient, peerId, message, controller.signal);
        if (reached) show(keyOf(reached.message), reached.isElsewhere);
        return reached !== null;
      };
    },
    goToNewest() {
      way.current?.abort();
      show(null, leaveExcerpt(queryClient, peerId));
    },
    releaseFar: (nearby) => releaseFarPages(queryClient, peerId, nearby),
  };
}
