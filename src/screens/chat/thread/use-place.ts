import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  leaveExcerpt,
  type Reachable,
  reachMessage,
  releaseFarPages,
  subscribePlaces,
} from '../../../conversation/excerpt.ts';
import type { Nearby } from '../../../conversation/patches/excerpt.ts';
import type { UserId } from '../../../protocol/entities.ts';
import { getReaderPlace, getUnreached } from '../../../stores/attention.ts';
import { useUnseenAtOpening } from '../../../stores/selection.ts';
import { findRow } from './rows.ts';
import { type Entry, keyOf } from './thread.ts';

/** What the reader wants to see; a new object each time. */
export interface Target {
  /** Of a message; null: the newest one. */
  key: string | null;
  /** Position of its upper edge, in px below that of the view; absent: in the middle, highlighted for a moment. */
  top?: number;
  /** Folded words to mark in it. */
  words?: readonly string[];
  /** On the way to the newest: not beyond the unseen line. */
  stopsAtLine?: boolean;
}

/** Resolves to whether the message is shown now; a failed load was notified. `words` are folded, to be highlighted. */
export type GoTo = (message: Reachable, words?: readonly string[]) => Promise<boolean>;

/** Where the reader was before a jump: the topmost message in view, and its position as in `Target`. */
export interface Origin {
  message: Entry;
  top: number;
}

interface Place {
  /** Changes for another part of the conversation. */
  visit: number;
  target: Target | null;
}

export interface ReaderPlace extends Place {
  /** The reader wants to see a message that may have to be loaded: earlier requests are cancelled. */
  beginJump: () => GoTo;
  goToNewest: () => void;
  /** Goes to the message that another one quotes; `goBack` returns. Null: from the newest messages. */
  goToQuoted: (quoted: Reachable, origin: Origin | null) => void;
  /** Absent if there is nowhere to return to. */
  goBack?: (() => void) | undefined;
  /** Returns to the place where the reader left, or to messages unseen since. Call it when the server has answered. */
  restore: () => void;
  releaseFar: (nearby: Nearby) => void;
}

const AT_NEWEST: Place = { visit: 0, target: null };

/** Where in the conversation the view goes. Mount it again for each person. */
export function usePlace(peerId: UserId): ReaderPlace {
  const queryClient = useQueryClient();
  const [place, setPlace] = useState(AT_NEWEST);
  /** For the latest request: the messages around it may still be loading. */
  const pendingJump = useRef<AbortController>(null);
  const isRestored = useRef(false);
  const [origin, setOrigin] = useState<{ from: Origin | null }>();
  const hasUnseen = useUnseenAtOpening() + getUnreached(peerId) > 0;

  useEffect(
    () => () => {
      pendingJump.current?.abort();
      leaveExcerpt(queryClient, peerId);
    },
    [queryClient, peerId],
  );

  const show = (target: Target, isElsewhere: boolean) =>
    setPlace(({ visit }) => ({ visit: visit + (isElsewhere ? 1 : 0), target }));

  useEffect(
    () =>
      subscribePlaces((id, message) => {
        if (id !== peerId) return;
        const key = keyOf(message);
        setPlace(({ visit }) => ({ visit: visit + 1, target: { key, ...measureTop(key) } }));
      }),
    [peerId],
  );

  const beginJump = () => {
    pendingJump.current?.abort();
    const controller = new AbortController();
    pendingJump.current = controller;
    return async (message: Reachable, more: Omit<Target, 'key'> = {}) => {
      const reached = await reachMessage(queryClient, peerId, message, controller.signal);
      if (reached) show({ key: keyOf(reached.message), ...more }, reached.isElsewhere);
      return reached !== null;
    };
  };

  const goToNewest = () => {
    pendingJump.current?.abort();
    setOrigin(undefined);
    show({ key: null }, leaveExcerpt(queryClient, peerId));
  };

  return {
    ...place,
    goToNewest,
    async goToQuoted(quoted, from) {
      const isShown = await beginJump()(quoted);
      // From one quote to the next: the way back leads to the first of them.
      if (isShown) setOrigin((known) => known ?? { from });
    },
    goBack:
      origin &&
      (() => {
        setOrigin(undefined);
        if (!origin.from) goToNewest();
        else void beginJump()(origin.from.message, { top: origin.from.top });
      }),
    beginJump() {
      setOrigin(undefined);
      const goTo = beginJump();
      return (message, words) => goTo(message, words && { words });
    },
    restore() {
      const kept = isRestored.current ? undefined : getReaderPlace(peerId);
      isRestored.current = true;
      // A few unseen messages fit below the line, and the newest is in view all the same.
      if (!kept || hasUnseen) show({ key: null, stopsAtLine: true }, false);
      else void beginJump()(kept.message, { top: kept.top });
    },
    releaseFar: (nearby) => releaseFarPages(queryClient, peerId, nearby),
  };
}

/** Where the message is on the screen, which shows what was loaded before; nothing if it is not there. */
function measureTop(key: string): Pick<Target, 'top'> {
  const log = document.querySelector<HTMLElement>('[role=log]');
  const row = findRow(log, key);
  if (!log || !row) return {};
  return { top: row.getBoundingClientRect().top - log.getBoundingClientRect().top };
}
