/**
 * Where the reader is in a conversation, and how the view stays or moves when its content changes.
 *
 * The scroller is a column-reverse box: `scrollTop` is 0 at the newest message and negative above
 * it, so the browser by itself opens at the end, stays there, and does not move when older messages
 * are put on top. What changes below the reader is made good here (`overflow-anchor` is off).
 * Rows carry `data-key`, slices of pages `data-page`. Lengths in px.
 */
import { matchesMedia } from '../../../ui/matches-media.ts';
import { reducedMotion } from '../../../ui/media.ts';
import { PageHeights } from './page-heights.ts';
import type { Sight } from './reader-sight.ts';
import { findRow } from './rows.ts';
import type { ThreadPage } from './thread.ts';

/** A reader farther up than this many screens is reading history, and is not taken to new messages. */
const FOLLOW_SCREENS = 2;
/** Of the smooth way to the end. */
const GLIDE_MS = 280;
/** Nearer to the end than this, the reader is there. */
export const NEAR_END = 120;
/** Nearer than this, which some browsers do not reach when they round, the view goes with the end. */
const AT_END = 4;
/** Above the message at which the way to the end stops: the name of the day stands there. */
const ROOM_ABOVE = 48;
/** The jump button covers so much of the view. */
const COVERED = 52;
/** So much of a message, or all of a lower one, has to be seen for it to count as shown. */
const SHOWN = 24;

interface Anchor {
  key: string;
  /** From the row's lower edge to the end of the conversation: independent of scrolling. */
  fromEnd: number;
  /** Of the scroller, when the row was picked. */
  scrollTop: number;
}

export class ThreadScroller {
  /** Whether a new message takes the reader to the end. */
  isFollowing = true;
  /** The way to the end has stopped at a message that the reader is yet to see; until they are at the end. */
  #isStopped = false;
  /** Where the reader was when they moved last. */
  #isAtEnd = true;
  /** The smooth way to the end: its frame, and where it ends, as `fromEnd`; null: not on it. */
  #glide: { frame: number; to: number } | null = null;
  #anchor: Anchor | null = null;
  /** What the browser rounded off the last correction, so that many do not add up to a drift. */
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
    // Safari lets the view be pulled beyond the end, where it is no distance from it.
    return Math.max(0, -this.#scroller.scrollTop);
  }

  /** Whether the reader is far from the end, or on the way to where they will be. */
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
    this.#pickAnchor();
  }

  /** The view or what it holds has another size. */
  handleResize({ evenAtEnd }: { evenAtEnd: boolean }): void {
    if (this.#isAtEnd && !evenAtEnd && this.#glide === null) this.#scroller.scrollTop = 0;
    this.keepPlace({ evenAtEnd });
  }

  /** Tells the names of days that lie over messages, where they stay at the top of the view, from those between them. */
  markDayOver(): void {
    const top = this.#scroller.getBoundingClientRect().top;
    for (const name of this.#thread.querySelectorAll<HTMLElement>('.day-name')) {
      const day = name.parentElement?.getBoundingClientRect();
      name.toggleAttribute('data-over', day !== undefined && day.top < top - 1);
    }
  }

  /** The reader took the wheel, a finger or a key: whatever was under way is theirs now. */
  handleReader(): void {
    this.stop();
    this.#remainder = 0;
  }

  /** Leaves the view where it is. */
  stop(): void {
    if (this.#glide !== null) cancelAnimationFrame(this.#glide.frame);
    this.#glide = null;
  }

  /**
   * Puts the topmost visible message back where it was, after content below it came, went or grew.
   * At the very end the view stays with the end instead, unless `evenAtEnd`.
   */
  keepPlace({ evenAtEnd = false } = {}): void {
    const row = this.#anchor && findRow(this.#thread, this.#anchor.key);
    if (this.#anchor && row) {
      const growth = this.#measureFromEnd(row) - this.#anchor.fromEnd;
      const isFree = this.fromEnd >= 1 && this.#glide === null;
      // What went below was more than there was room above: the browser has moved the view by itself.
      const isCut = growth < 0 && this.fromStart < 1;
      const from = isCut ? this.#anchor.scrollTop : this.#scroller.scrollTop;
      if (growth !== 0 && (isFree || evenAtEnd)) this.#scrollTo(from - growth);
    }
    this.#pickAnchor();
  }

  /**
   * Smoothly, from one screen away at most: a longer way would take long and show nothing. Frame by
   * frame, because a browser's own smooth scroll misses the end when content above it changes meanwhile.
   * With `stopAt` only so far that this message stays in view with its beginning.
   */
  scrollToEnd(stopAt?: string): void {
    this.stop();
    this.#remainder = 0;
    const to = stopAt === undefined ? 0 : this.#measureStop(stopAt);
    this.#isStopped = to > NEAR_END;
    this.isFollowing = !this.#isStopped;
    const way = Math.min(Math.max(0, this.fromEnd - to), this.viewportHeight);
    // Nothing is painted in a hidden window, nor is there a frame.
    const isStill = document.visibilityState === 'hidden' || matchesMedia(reducedMotion);
    if (isStill || way < 1) {
      this.#scroller.scrollTop = -to;
      return;
    }
    this.#scroller.scrollTop = -to - way;
    let start: number | undefined;
    const step = (now: number) => {
      // The first frame that is painted shows the whole way.
      start ??= now;
      const left = 1 - Math.min(1, (now - start) / GLIDE_MS);
      this.#scroller.scrollTop = -to - way * left ** 3;
      this.#glide = left > 0 ? { frame: requestAnimationFrame(step), to } : null;
    };
    this.#glide = { frame: requestAnimationFrame(step), to };
  }

  /** Puts a row into the middle of the view, or `top` below its upper edge. Returns whether it is mounted. */
  showRow(key: string, top?: number): boolean {
    const row = findRow(this.#thread, key);
    if (!row) return false;
    this.stop();
    const view = this.#scroller.getBoundingClientRect();
    const { top: from, height } = row.getBoundingClientRect();
    // Of a message higher than the view, its beginning.
    const room = top ?? Math.max(0, (view.height - height) / 2);
    this.#scroller.scrollTop += from - view.top - room;
    this.#remainder = 0;
    this.handleScroll();
    return true;
  }

  /** The topmost message in view, and where its upper edge is, in px below that of the view. */
  readPlace(): { key: string; top: number } | null {
    const row = this.#anchor && findRow(this.#thread, this.#anchor.key);
    if (!this.#anchor || !row) return null;
    const view = this.#scroller.getBoundingClientRect();
    return { key: this.#anchor.key, top: row.getBoundingClientRect().top - view.top };
  }

  /** Where a row lies, seen from the view; null for one that is not mounted. */
  locate(key: string): 'above' | 'inside' | 'below' | null {
    const row = findRow(this.#thread, key)?.getBoundingClientRect();
    const view = this.#scroller.getBoundingClientRect();
    if (!row) return null;
    if (row.bottom < view.top) return 'above';
    return row.top < view.bottom ? 'inside' : 'below';
  }

  /** Key of the newest message of the other person that is in view, or above it; null: none of those mounted. */
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

  /** What is seen now, of pages that are mounted or not. */
  look(pages: readonly ThreadPage[]): Sight {
    this.#heights.measure(this.#thread);
    const { fromEnd, fromStart, viewportHeight } = this;
    return { fromEnd, fromStart, viewportHeight, heights: this.#heights.of(pages) };
  }

  #scrollTo(exact: number): void {
    const wanted = exact + this.#remainder;
    this.#scroller.scrollTop = wanted;
    this.#remainder = wanted - this.#scroller.scrollTop;
    // At either end the browser has cut the wish short, which is no rounding.
    if (Math.abs(this.#remainder) >= 1) this.#remainder = 0;
  }

  #pickAnchor(): void {
    const top = this.#scroller.getBoundingClientRect().top;
    for (const slice of this.#slices()) {
      if (slice.getBoundingClientRect().bottom <= top) continue;
      for (const row of slice.querySelectorAll<HTMLElement>('[data-key]')) {
        if (row.getBoundingClientRect().bottom <= top) continue;
        const { scrollTop } = this.#scroller;
        this.#anchor = {
          key: row.dataset.key ?? '',
          fromEnd: this.#measureFromEnd(row),
          scrollTop,
        };
        return;
      }
    }
  }

  #slices(): NodeListOf<HTMLElement> {
    return this.#thread.querySelectorAll<HTMLElement>('[data-page]');
  }

  /** How far from the end the view may go for this message to stay in it. */
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
