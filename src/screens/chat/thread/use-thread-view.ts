/**
 * Joins a conversation's pages, the mounted ones and the reader's position: after each commit the position is kept or
 * changed, then the mounted window is adjusted before painting. `ThreadScroller` knows the document,
 * `mounted-pages.ts` the consequences; this is the React side.
 */
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Nearby } from '../../../conversation/patches/excerpt.ts';
import {
  AT_END,
  findMounted,
  findPage,
  findWants,
  fitPages,
  isSameMounted,
  type Span,
  sideOf,
  toMounted,
} from './mounted-pages.ts';
import { followsNews, type News } from './news.ts';
import { fadeIn, findRow, flashRow } from './rows.ts';
import { keyOf, type ThreadPage } from './thread.ts';
import { type ThreadScroller, useThreadScroller } from './thread-scroller.ts';
import type { Target } from './use-place.ts';

/** After this time without a movement, scrolling has ended. */
const STILL_MS = 1_200;
/** Room above a message for the unread line and the name of the day, in px. */
const LINE_HEIGHT = 88;

interface ThreadViewOptions {
  /** The scrolling column-reverse box and its content. */
  scrollerRef: RefObject<HTMLElement | null>;
  threadRef: RefObject<HTMLElement | null>;
  pages: readonly ThreadPage[];
  /** Where the reader wants to be; each object is used once. */
  target: Target | null;
  /** Key of a message to which the reader must still be led, or null. */
  firstUnseen: string | null;
  onUnseenReached: () => void;
  /** Whether these pages end before the newest message: then new messages do not move the view. */
  isExcerpt: boolean;
  /** Called by each scroll and commit while the reader is near the oldest page. */
  onNearStart: () => void;
  /** The same for the last page. */
  onNearEnd: () => void;
  /** Called if many pages are beyond the mounted ones. */
  onFar: (nearby: Nearby) => void;
  /** The latest arrivals; each object is used once. */
  news: News | null;
  /** Called with the topmost message when the view is removed; null: the reader is at the end. */
  onLeave: (place: { key: string; top: number } | null) => void;
  onShown: (key: string | null) => void;
}

interface ThreadView {
  span: Span;
  /** Height of the unmounted pages, in px. */
  above: number;
  below: number;
  isAwayFromEnd: boolean;
  /** The unseen line is above the view. */
  isUnseenAbove: boolean;
  /** Leads the reader to the unseen line, and follows it while it moves up with older pages. */
  goToUnseen: () => void;
  /** The topmost message in view and the position of its upper edge; null: the reader is at the end. */
  readPlace: () => { key: string; top: number } | null;
}

/** The target while its pages are not mounted yet: a message, or the end, but not beyond `stopAt`. */
type Destination = (Target & { key: string }) | { stopAt: string | undefined } | null;

export function useThreadView(options: ThreadViewOptions): ThreadView {
  const { scrollerRef, threadRef, pages, isExcerpt, target, firstUnseen, news } = options;
  const controller = useRef<ThreadScroller>(null);
  const destination = useRef<Destination>(null);
  /** The unseen line to which the reader was led; null: the reader has scrolled elsewhere since. */
  const followedUnseen = useRef<{ key: string; isAtTop: boolean }>(null);
  const lastTarget = useRef<Target>(null);
  const lastNews = useRef(news);
  const wasExcerpt = useRef(isExcerpt);
  const stillTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [view, setView] = useState(AT_END);
  const [isAway, setIsAway] = useState(false);
  const [isUnseenAbove, setIsUnseenAbove] = useState(false);
  const span = findMounted(view, pages);

  const fitWindow = () => {
    const scroller = controller.current;
    // For a pending target the window is already chosen; the position follows.
    if (!scroller || destination.current !== null) return;
    const sight = scroller.look(pages);
    setIsAway(scroller.isAwayFromEnd);
    options.onShown(scroller.findNewestShown());
    scroller.markDayOver();
    if (firstUnseen !== null) {
      const unseenSide = scroller.locate(firstUnseen) ?? sideOf(findPage(pages, firstUnseen), span);
      setIsUnseenAbove(unseenSide === 'above');
      if (unseenSide === 'inside') options.onUnseenReached();
    }
    const next = fitPages(sight, pages, view, isExcerpt);
    // A window that still changes would show too little.
    if (!isSameMounted(view, next)) {
      setView(next);
      return;
    }
    const wants = findWants(sight, pages, span);
    if (wants.older) options.onNearStart();
    if (wants.newer) options.onNearEnd();
    if (wants.far) options.onFar(wants.far);
  };

  /** Scrolls when the target is mounted. Returns whether it was. */
  const arrive = (): boolean => {
    const scroller = controller.current;
    const wanted = destination.current;
    if (!scroller || wanted === null) return false;
    if ('stopAt' in wanted) {
      if (view.last !== null) return false;
      destination.current = null;
      scroller.scrollToEnd(wanted.stopAt);
    } else {
      if (!scroller.showRow(wanted.key, wanted.top)) return false;
      destination.current = null;
      if (wanted.top === undefined) flashRow(threadRef.current, wanted.key, wanted.words);
    }
    fitWindow();
    return true;
  };

  const goTo = (wanted: Target & { key: string }) => {
    followedUnseen.current = null;
    const index = findPage(pages, wanted.key);
    const scroller = controller.current;
    if (index < 0 || !scroller) return;
    destination.current = wanted;
    if (arrive()) return;
    // The pages around it must be mounted first.
    const near = { first: Math.max(0, index - 1), last: Math.min(pages.length - 1, index + 1) };
    setView(toMounted(near, pages, scroller.look(pages).heights, isExcerpt));
  };

  const goToUnseen = () => {
    if (firstUnseen === null) return;
    goTo({ key: firstUnseen });
    followedUnseen.current = { key: firstUnseen, isAtTop: false };
  };

  /** To the newest message, but only so far that the unread line stays in view. */
  const goToLine = (line: string) => {
    const isMounted = view.last === null && findRow(threadRef.current, line) !== null;
    if (isMounted) goToEnd(line);
    else goTo({ key: line, top: LINE_HEIGHT });
    followedUnseen.current = { key: line, isAtTop: true };
  };

  const goToEnd = (stopAt?: string) => {
    followedUnseen.current = null;
    destination.current = { stopAt };
    // The newest pages must be mounted first.
    if (!arrive()) setView(AT_END);
  };

  /** The day name is over the messages only while they move. */
  const showScrolling = () => {
    const thread = threadRef.current;
    if (!thread) return;
    clearTimeout(stillTimer.current);
    thread.dataset.scrolling = 'true';
    stillTimer.current = setTimeout(() => delete thread.dataset.scrolling, STILL_MS);
  };

  const settle = useEffectEvent(() => {
    const scroller = controller.current;
    if (!scroller) return;
    const isNews = news !== lastNews.current;
    lastNews.current = news;
    // The continuation of such pages is not followed.
    const evenAtEnd = wasExcerpt.current;
    wasExcerpt.current = isExcerpt;
    if (target !== lastTarget.current) {
      lastTarget.current = target;
      if (target?.key === null && target.stopsAtLine && firstUnseen !== null) goToLine(firstUnseen);
      else if (target?.key === null) goToEnd();
      else if (target) goTo({ ...target, key: target.key });
    } else if (
      followedUnseen.current !== null &&
      firstUnseen !== null &&
      followedUnseen.current.key !== firstUnseen
    ) {
      if (followedUnseen.current.isAtTop) goToLine(firstUnseen);
      else goToUnseen();
    }
    if (isNews) for (const entry of news?.added ?? []) fadeIn(threadRef.current, keyOf(entry));
    if (destination.current !== null && 'key' in destination.current) {
      arrive();
      return;
    }
    const isFollowed = isNews && news !== null && !isExcerpt && followsNews(news, scroller);
    scroller.keepScrollPosition({ evenAtEnd: isFollowed || evenAtEnd });
    if (isFollowed) {
      // In a hidden window the reader has seen no new messages: the first ones stay in view. Otherwise the view follows
      // to the newest; one that is higher than the view is shown from its beginning.
      const newest = news.incoming.at(-1);
      const isHidden = document.visibilityState === 'hidden';
      goToEnd((isHidden ? firstUnseen : newest && keyOf(newest)) ?? undefined);
    } else if (!arrive()) fitWindow();
  });

  const readPlace = () => {
    const scroller = controller.current;
    const isAtEnd = !scroller?.isAwayFromEnd && !isExcerpt;
    return isAtEnd ? null : (scroller?.readPlace() ?? null);
  };

  useThreadScroller({
    controller,
    scrollerRef,
    threadRef,
    onReader: () => {
      controller.current?.handleReader();
      followedUnseen.current = null;
    },
    onScroll: () => {
      controller.current?.handleScroll();
      showScrolling();
      fitWindow();
    },
    onLeave: () => options.onLeave(readPlace()),
    onResize: () => {
      controller.current?.handleResize({ evenAtEnd: isExcerpt });
      fitWindow();
    },
  });

  // After every commit: each may have changed what is above or below the reader.
  useLayoutEffect(() => settle());

  const { above, below } = view;
  return { span, above, below, isAwayFromEnd: isAway, isUnseenAbove, goToUnseen, readPlace };
}
