/**
 * The reader's position in a conversation, and how the view stays or moves when its content changes.
 *
 * The scroller is a column-reverse box: `scrollTop` is 0 at the newest message and negative above it, so the browser
 * itself opens at the end, stays there, and does not move when older messages are added on top. Changes below the
 * reader are corrected here (`overflow-anchor` is off). Rows have `data-key`, slices of pages `data-page`. Lengths in
 * px.
 */
import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { matchesMedia, reducedMotion } from '../../../ui/media.ts';
import { PageHeights, type Sight } from './mounted-pages.ts';
import { findRow } from './rows.ts';
import type { ThreadPage } from './thread.ts';

/** A reader farther up than this many screens is reading history; new messages do not move the view. */
const FOLLOW_SCREENS = 2;
/** Of the smooth scroll to the end. */
const GLIDE_MS = 280;
/** Nearer to the end than this, the reader is at the end. */
const NEAR_END = 120;
/** Nearer than this, which rounding may prevent some browsers from reaching, the view follows the end. */
const AT_END = 4;
/** Space above the message at which the scroll to the end stops, for the name of the day. */
const ROOM_ABOVE = 48;
/** The part of the view covered by the jump button. */
const COVERED = 52;
/** This much of a message, or all of a lower one, must be visible for it to count as shown. */
const SHOWN = 24;

interface Anchor {
  key: string;
  /** From the row's lower edge to the end of the conversation: independent of scrolling. */
  fromEnd: number;
  /** Of the scroller, when the row was chosen. */
  scrollTop: number;
  /** Of all messages, then. */
  height: number;
}

export class ThreadScroller {
  /** Whether a new message moves the reader to the end. */
  isFollowing = true;
  /** The scroll to the end has stopped at an unseen message; until the reader is at the end. */
  #isStopped = false;
  /** The position at the reader's last movement. */
  #isAtEnd = true;
  /** The smooth scroll to the end: its frame, and its target as `fromEnd`; null: not in progress. */
  #glide: { frame: number; to: number } | null = null;
  #anchor: Anchor | null = null;
  /** The browser's rounding of the last correction, so that many do not add up. */
  #remainder = 0;
  #heights = new PageHeights();
  #scroller: HTMLElement;
  #thread: HTMLElement;

  constructor(scroller: HTMLElement, thread: HTMLElement) {
    this.#scroller = scroller;
    this.#thread = thread;
  }

  /** From the viewport's lower edge down to the newest message. */
  get fromEnd(): number {
    // Safari lets the view be pulled beyond the end; there the distance is 0.
    return Math.max(0, -this.#scroller.scrollTop);
  }

  /** Whether the reader is far from the end, or on the way to another place. */
  get isAwayFromEnd(): boolean {
    return (this.#glide?.to ?? this.fromEnd) > NEAR_END;
  }

  /** From the viewport's upper edge up to the oldest loaded message. */
  get fromStart(): number {
    return this.#scroller.scrollHeight - this.#scroller.clientHeight - this.fromEnd;
  }

  get viewportHeight(): number {
    return this.#scroller.clientHeight;
  }

  handleScroll(): void {
    this.#isAtEnd = this.fromEnd < AT_END;
    if (!this.isAwayFromEnd) this.#isStopped = false;
    const isNear = this.fromEnd <= FOLLOW_SCREENS * this.viewportHeight;
    this.isFollowing = isNear && !this.#isStopped;
    // Not the reader has scrolled: the content became too short for the position.
    if (this.#anchor && this.#anchor.height > this.#thread.offsetHeight) {
      this.keepScrollPosition({ evenAtEnd: false });
    } else this.#pickAnchor();
  }

  handleResize({ evenAtEnd }: { evenAtEnd: boolean }): void {
    if (this.#isAtEnd && !evenAtEnd && this.#glide === null) this.#scroller.scrollTop = 0;
    this.keepScrollPosition({ evenAtEnd });
  }

  /** Marks the day names that are over messages because they stay at the top, as opposed to those between messages. */
  markDayOver(): void {
    const top = this.#scroller.getBoundingClientRect().top;
    for (const name of this.#thread.querySelectorAll<HTMLElement>('.day-name')) {
      const day = name.parentElement?.getBoundingClientRect();
      name.toggleAttribute('data-over', day !== undefined && day.top < top - 1);
    }
  }

  /** The reader used wheel, finger or key: any automatic scrolling stops. */
  handleReader(): void {
    this.stop();
    this.#remainder = 0;
  }

  stop(): void {
    if (this.#glide !== null) cancelAnimationFrame(this.#glide.frame);
    this.#glide = null;
  }

  /**
   * Restores the position of the topmost visible message after content below it was added, removed or resized. At the
   * very end the view stays at the end instead, unless `evenAtEnd`.
   */
  keepScrollPosition({ evenAtEnd }: { evenAtEnd: boolean }): void {
    const row = this.#anchor && findRow(this.#thread, this.#anchor.key);
    if (this.#anchor && row) {
      const growth = this.#measureFromEnd(row) - this.#anchor.fromEnd;
      const isFree = this.fromEnd >= 1 && this.#glide === null;
      // More was removed below than there was room above: the browser has moved the view itself.
      const isCut = growth < 0 && this.fromStart < 1;
      const from = isCut ? this.#anchor.scrollTop : this.#scroller.scrollTop;
      if (growth !== 0 && (isFree || evenAtEnd)) this.#scrollTo(from - growth);
    }
    this.#pickAnchor();
  }

  /**
   * Smoothly, from at most one screen away: a longer way would take long and show nothing. Frame by frame, because the
   * browser's own smooth scroll misses the end when content above it changes. With `stopAt`, only so far that the
   * beginning of this message stays in view.
   */
  scrollToEnd(stopAt?: string): void {
    this.stop();
    this.#remainder = 0;
    const to = stopAt === undefined ? 0 : this.#measureStop(stopAt);
    this.#isStopped = to > NEAR_END;
    this.isFollowing = !this.#isStopped;
    const way = Math.min(Math.max(0, this.fromEnd - to), this.viewportHeight);
    // A hidden window has no frames.
    const isStill = document.visibilityState === 'hidden' || matchesMedia(reducedMotion);
    if (isStill || way < 1) {
      this.#scroller.scrollTop = -to;
      return;
    }
    this.#scroller.scrollTop = -to - way;
    let start: number | undefined;
    const step = (now: number) => {
      // The first painted frame must show the whole way.
      start ??= now;
      const left = 1 - Math.min(1, (now - start) / GLIDE_MS);
      this.#scroller.scrollTop = -to - way * left ** 3;
      this.#glide = left > 0 ? { frame: requestAnimationFrame(step), to } : null;
    };
    this.#glide = { frame: requestAnimationFrame(step), to };
  }

  /** Moves a row to the middle of the view, or `top` below its upper edge. Returns whether it is mounted. */
  showRow(key: string, top?: number): boolean {
    const row = findRow(this.#thread, key);
    if (!row) return false;
    this.stop();
    const view = this.#scroller.getBoundingClientRect();
    const { top: from, height } = row.getBoundingClientRect();
    // For a message higher than the view, its beginning.
    const room = top ?? Math.max(0, (view.height - height) / 2);
    this.#scroller.scrollTop += from - view.top - room;
    this.#remainder = 0;
    this.handleScroll();
    return true;
  }

  /** The topmost message in view, and the position of its upper edge, in px below that of the view. */
  readPlace(): { key: string; top: number } | null {
    const row = this.#anchor && findRow(this.#thread, this.#anchor.key);
    if (!this.#anchor || !row) return null;
    const view = this.#scroller.getBoundingClientRect();
    return { key: this.#anchor.key, top: row.getBoundingClientRect().top - view.top };
  }

  /** Where a row begins relative to the view; null if it is not mounted. */
  locate(key: string): 'above' | 'inside' | 'below' | null {
    const row = findRow(this.#thread, key)?.getBoundingClientRect();
    const view = this.#scroller.getBoundingClientRect();
    if (!row) return null;
    if (row.top < view.top - SHOWN) return 'above';
    return row.top < view.bottom ? 'inside' : 'below';
  }

  /** Key of the other person's newest message in view or above it; null: none of those mounted. */
  findNewestShown(): string | null {
    const view = this.#scroller.getBoundingClientRect();
    const bottom = view.bottom - (this.isAwayFromEnd ? COVERED : 0);
    const rows = this.#thread.querySelectorAll<HTMLElement>('[data-key][data-own=false]');
    for (let index = rows.length - 1; index >= 0; index--) {
      const { top, height } = rows[index]?.getBoundingClientRect() ?? { top: bottom, height: 1 };
      if (bottom - top >= Math.min(height, SHOWN)) return rows[index]?.dataset.key ?? null;
    }
    return null;
  }

  /** What is seen now, of mounted and unmounted pages. */
  look(pages: readonly ThreadPage[]): Sight {
    this.#heights.measure(this.#thread);
    const { fromEnd, fromStart, viewportHeight } = this;
    return { fromEnd, fromStart, viewportHeight, heights: this.#heights.of(pages) };
  }

  #scrollTo(exact: number): void {
    const wanted = exact + this.#remainder;
    this.#scroller.scrollTop = wanted;
    this.#remainder = wanted - this.#scroller.scrollTop;
    // At either end the browser limits the position, which is not rounding.
    if (Math.abs(this.#remainder) >= 1) this.#remainder = 0;
  }

  #pickAnchor(): void {
    const top = this.#scroller.getBoundingClientRect().top;
    for (const slice of this.#thread.querySelectorAll<HTMLElement>('[data-page]')) {
      if (slice.getBoundingClientRect().bottom <= top) continue;
      for (const row of slice.querySelectorAll<HTMLElement>('[data-key]')) {
        if (row.getBoundingClientRect().bottom <= top) continue;
        const { scrollTop } = this.#scroller;
        this.#anchor = {
          key: row.dataset.key ?? '',
          fromEnd: this.#measureFromEnd(row),
          scrollTop,
          height: this.#thread.offsetHeight,
        };
        return;
      }
    }
  }

  /** How far the view may scroll towards the end while this message stays in it. */
  #measureStop(key: string): number {
    const row = findRow(this.#thread, key);
    if (!row) return 0;
    const line = row.previousElementSibling;
    const first = line?.matches('.unseen-line') ? line : row;
    const height = this.#thread.getBoundingClientRect().bottom - first.getBoundingClientRect().top;
    return Math.max(0, height + ROOM_ABOVE - this.viewportHeight);
  }

  #measureFromEnd(row: HTMLElement): number {
    return this.#thread.getBoundingClientRect().bottom - row.getBoundingClientRect().bottom;
  }
}

/** The reader's own scrolling. */
const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

interface Options {
  /** Keeps the `ThreadScroller` for the life of the view. */
  controller: RefObject<ThreadScroller | null>;
  /** The scrolling column-reverse box and its content. */
  scrollerRef: RefObject<HTMLElement | null>;
  threadRef: RefObject<HTMLElement | null>;
  /** The reader scrolls, or is about to. */
  onReader: () => void;
  onScroll: () => void;
  onResize: () => void;
  onLeave: () => void;
}

/** Creates a `ThreadScroller`, and reports movements by the reader and the browser. */
export function useThreadScroller({ controller, scrollerRef, threadRef, ...calls }: Options): void {
  const call = useEffectEvent((name: keyof typeof calls) => calls[name]());

  useLayoutEffect(() => {
    const box = scrollerRef.current;
    const thread = threadRef.current;
    if (!box || !thread) return;
    const scroller = new ThreadScroller(box, thread);
    controller.current = scroller;
    const listening = new AbortController();
    const passively = { passive: true, signal: listening.signal };
    box.addEventListener('scroll', () => call('onScroll'), passively);
    for (const name of BY_HAND) box.addEventListener(name, () => call('onReader'), passively);
    const resizes = new ResizeObserver(() => call('onResize'));
    resizes.observe(box);
    resizes.observe(thread);
    return () => {
      call('onLeave');
      listening.abort();
      scroller.stop();
      resizes.disconnect();
      controller.current = null;
    };
  }, [controller, scrollerRef, threadRef]);
}
