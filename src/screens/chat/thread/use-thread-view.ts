/**
 * Joins a conversation's pages to what is mounted of them and to the reader's place.
 * `ThreadScroller` knows the document, `findSpan` the arithmetic; this is the React side: after each
 * commit the place is kept or moved, then the window is fitted before anything is painted.
 */
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { MOST_BEYOND, type Nearby } from '../../../queries/patches/release.ts';
import {
  AT_END,
  findMounted,
  findPage,
  isSameMounted,
  placeOf,
  toMounted,
} from './mounted-pages.ts';
import { findSpan, type Span, sumHeights } from './page-window.ts';
import type { ThreadPage } from './thread.ts';
import { ThreadScroller } from './thread-scroller.ts';
import type { Target } from './use-place.ts';

/** Nearer to the first or last loaded message than this, the next ones are asked for. */
const MORE_MARGIN = 1500;
/** Farther from the end than this, the jump button shows. */
const NEAR_END = 120;
/** How long a message that was jumped to stands out. */
const FLASH_MS = 2_000;

/** What stands newly at the end after a commit, and whether the view goes there. */
export interface News {
  /** `always`: wherever the reader is. `followed`: unless reading history. `near`: only from the very end. */
  move: 'always' | 'followed' | 'near';
  /** Messages that the reader has not been shown if the view does not move. */
  count: number;
}

interface ThreadViewOptions {
  /** The column-reverse box that scrolls, and what it holds. */
  scrollerRef: RefObject<HTMLElement | null>;
  threadRef: RefObject<HTMLElement | null>;
  pages: readonly ThreadPage[];
  /** Where the reader wants to be; each object once. */
  target: Target | null;
  /** Key of a message that the reader has yet to be led to, or null. */
  mark: string | null;
  /** Called when the mark is in view. */
  onMarkReached: () => void;
  /** Whether these pages do not reach to the newest message: then nothing new moves the view. */
  isApart: boolean;
  /** Called when the reader comes near the oldest page; at the latest again after the next scroll. */
  onNearStart: () => void;
  /** The same for the last page. */
  onNearEnd: () => void;
  /** Called when many pages lie beyond the mounted ones. */
  onFar: (nearby: Nearby) => void;
  /** Asked once after each commit, before the view is settled. */
  takeNews: () => News | null;
}

export interface ThreadView {
  /** Pages to mount. */
  span: Span;
  /** Room of the pages left out, in px. */
  above: number;
  below: number;
  isAwayFromEnd: boolean;
  /** Messages that came while the reader was too far up to be taken along. */
  missed: number;
  /** The marked message lies above what is seen. */
  isMarkAbove: boolean;
  /** Takes the reader to a message of these pages. */
  goTo: (key: string) => void;
  /** Takes the reader to the newest message. */
  goToEnd: () => void;
}

export function useThreadView(options: ThreadViewOptions): ThreadView {
  const { scrollerRef, threadRef, pages, target, mark, takeNews } = options;
  const controller = useRef<ThreadScroller>(null);
  const isEndWanted = useRef(false);
  /** Key of the message that the reader is on the way to. */
  const wanted = useRef<string>(null);
  const lastTarget = useRef<Target>(null);
  const wasApart = useRef(options.isApart);
  const [view, setView] = useState(AT_END);
  const [isAwayFromEnd, setIsAwayFromEnd] = useState(false);
  const [missed, setMissed] = useState(0);
  const [isMarkAbove, setIsMarkAbove] = useState(false);
  const span = findMounted(view, pages);

  const fitWindow = () => {
    const scroller = controller.current;
    // On the way to the end the window is already chosen; the place is about to follow.
    if (!scroller || wanted.current !== null || (isEndWanted.current && view.last !== null)) return;
    scroller.measure();
    const heights = scroller.heightsOf(pages);
    // The document still has the room of the pages that were there when it was made.
    const moved = sumHeights(heights, span.last + 1, pages.length - 1) - view.below;
    const place = { fromEnd: scroller.fromEnd + moved, height: scroller.viewportHeight };
    const next = toMounted(findSpan(heights, place, span), pages, heights, options.isApart);
    const isAway = scroller.fromEnd > NEAR_END;
    setIsAwayFromEnd(isAway);
    if (!isAway) setMissed(0);
    if (mark !== null) {
      const markPlace = scroller.locate(mark) ?? placeOf(findPage(pages, mark), span);
      setIsMarkAbove(markPlace === 'above');
      if (markPlace === 'inside') options.onMarkReached();
    }
    // A window that still changes would show less than there is.
    if (!isSameMounted(view, next)) {
      setView(next);
      return;
    }
    if (scroller.fromStart < MORE_MARGIN) options.onNearStart();
    if (scroller.fromEnd < MORE_MARGIN) options.onNearEnd();
    const [first, last] = [pages[span.first], pages[span.last]];
    const isFar = span.first > MOST_BEYOND || pages.length - 1 - span.last > MOST_BEYOND;
    if (isFar && first && last) options.onFar({ first: first.key, last: last.key });
  };

  const goTo = (key: string) => {
    const index = findPage(pages, key);
    const scroller = controller.current;
    if (index < 0 || !scroller) return;
    isEndWanted.current = false;
    wanted.current = key;
    if (arrive()) fitWindow();
    else {
      // The pages around it have to be there before it can be shown.
      const near = { first: Math.max(0, index - 1), last: Math.min(pages.length - 1, index + 1) };
      setView(toMounted(near, pages, scroller.heightsOf(pages), options.isApart));
    }
  };

  /** Shows the wanted message as soon as it is mounted. */
  const arrive = (): boolean => {
    if (wanted.current === null || !controller.current?.showRow(wanted.current)) return false;
    flash(threadRef.current, wanted.current);
    wanted.current = null;
    return true;
  };

  const goToEnd = () => {
    wanted.current = null;
    if (view.last === null) {
      controller.current?.scrollToEnd();
    } else {
      // The newest pages have to be there before the way to them can be shown.
      isEndWanted.current = true;
      setView(AT_END);
    }
  };

  const settle = useEffectEvent(() => {
    const scroller = controller.current;
    if (!scroller) return;
    const news = takeNews();
    // What such pages are continued with is nothing to follow.
    const evenAtEnd = wasApart.current;
    wasApart.current = options.isApart;
    if (target !== lastTarget.current) {
      lastTarget.current = target;
      if (target) goTo(target.key);
    }
    if (wanted.current !== null) {
      if (arrive()) fitWindow();
      return;
    }
    const isNear = scroller.fromEnd <= NEAR_END;
    if (
      news &&
      !options.isApart &&
      (news.move === 'always' || (news.move === 'near' ? isNear : scroller.isFollowing))
    ) {
      scroller.keepPlace({ evenAtEnd: true });
      goToEnd();
    } else {
      scroller.keepPlace({ evenAtEnd });
      if (news) setMissed((count) => count + news.count);
      if (isEndWanted.current && view.last === null) {
        isEndWanted.current = false;
        scroller.scrollToEnd();
      }
    }
    fitWindow();
  });

  const handleScroll = useEffectEvent(() => {
    controller.current?.handleScroll();
    fitWindow();
  });

  const handleResize = useEffectEvent(() => {
    controller.current?.keepPlace({ evenAtEnd: options.isApart });
    fitWindow();
  });

  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    const thread = threadRef.current;
    if (!scroller || !thread) return;
    const threadScroller = new ThreadScroller(scroller, thread);
    controller.current = threadScroller;
    const listening = new AbortController();
    const passively = { passive: true, signal: listening.signal };
    scroller.addEventListener('scroll', () => handleScroll(), passively);
    for (const name of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
      scroller.addEventListener(name, () => threadScroller.handleReader(), passively);
    }
    const resizes = new ResizeObserver(() => handleResize());
    resizes.observe(scroller);
    resizes.observe(thread);
    return () => {
      listening.abort();
      threadScroller.stop();
      resizes.disconnect();
      controller.current = null;
    };
  }, [scrollerRef, threadRef]);

  // After every commit: any of them may have changed what is above or below the reader.
  useLayoutEffect(() => settle());

  const { above, below } = view;
  return { span, above, below, isAwayFromEnd, missed, isMarkAbove, goTo, goToEnd };
}

/** Tells for a moment which message it is. */
function flash(thread: HTMLElement | null, key: string): void {
  const row = thread?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  if (!row) return;
  row.dataset.found = 'true';
  setTimeout(() => delete row.dataset.found, FLASH_MS);
}
