/**
 * Which pages of a long conversation are in the document, and what follows from the reader's position: what to mount,
 * load and release. Pure, apart from `PageHeights`, which measures. Lengths in px; heights are ordered from the oldest
 * page to the newest, distances are measured upwards from the newest message.
 */
import { MAX_BEYOND, type Nearby } from '../../../conversation/patches/excerpt.ts';
import { keyOf, type ThreadPage } from './thread.ts';

/** Page indexes, both inclusive. */
export interface Span {
  first: number;
  last: number;
}

/** By key: pages may be cut differently or released while the reader is among them. */
export interface MountedPages {
  /** Null: the newest two pages. */
  first: string | null;
  /** Null: up to the end, whatever arrives. */
  last: string | null;
  /** Heights of the unmounted pages. */
  above: number;
  below: number;
}

export const AT_END: MountedPages = { first: null, last: null, above: 0, below: 0 };

/** Their positions among the current pages. */
export function findMounted({ first, last }: MountedPages, pages: readonly ThreadPage[]): Span {
  const from = first === null ? -1 : pages.findIndex((page) => page.key === first);
  const to = last === null ? -1 : pages.findIndex((page) => page.key === last);
  const lastIndex = to === -1 ? pages.length - 1 : to;
  return { first: from === -1 ? Math.max(0, lastIndex - 1) : from, last: lastIndex };
}

/** Newest first: the key is nearly always there. */
export const findPage = (pages: readonly ThreadPage[], key: string): number =>
  pages.findLastIndex(({ entries }) => entries.some((entry) => keyOf(entry) === key));

/** On which side of the mounted pages an unmounted one is, or `nowhere`. */
export function sideOf(index: number, span: Span): 'above' | 'below' | 'nowhere' {
  if (index < 0) return 'nowhere';
  return index < span.first ? 'above' : 'below';
}

export function toMounted(
  { first, last }: Span,
  pages: readonly ThreadPage[],
  heights: readonly number[],
  isExcerpt: boolean,
): MountedPages {
  const end = pages.length - 1;
  return {
    first: pages[first]?.key ?? null,
    last: last >= end && !isExcerpt ? null : (pages[last]?.key ?? null),
    above: sumHeights(heights, 0, first - 1),
    below: sumHeights(heights, last + 1, end),
  };
}

export function isSameMounted(a: MountedPages, b: MountedPages): boolean {
  return a.first === b.first && a.last === b.last && a.above === b.above && a.below === b.below;
}

/** Nearer to the first or last loaded message than this, the next ones are requested. */
const MORE_MARGIN = 1500;

/** What the reader sees. */
export interface Sight {
  /** From the viewport's lower edge down to the last message, and from its upper edge up to the first. */
  fromEnd: number;
  fromStart: number;
  viewportHeight: number;
  /** Of every page, mounted or not. */
  heights: readonly number[];
}

/** The pages to mount for this sight while `mounted` are. */
export function fitPages(
  { fromEnd, viewportHeight, heights }: Sight,
  pages: readonly ThreadPage[],
  mounted: MountedPages,
  isExcerpt: boolean,
): MountedPages {
  const span = findMounted(mounted, pages);
  // The document still has the space of the pages that existed when it was rendered.
  const moved = sumHeights(heights, span.last + 1, pages.length - 1) - mounted.below;
  const place = { fromEnd: fromEnd + moved, height: viewportHeight };
  return toMounted(findSpan(heights, place, span), pages, heights, isExcerpt);
}

/** What to do with the messages around the reader. */
interface Wants {
  older: boolean;
  newer: boolean;
  /** If many pages are loaded: only those around these are kept. */
  far: Nearby | undefined;
}

export function findWants(
  { fromEnd, fromStart }: Sight,
  pages: readonly ThreadPage[],
  { first, last }: Span,
): Wants {
  const isFar = first > MAX_BEYOND || pages.length - 1 - last > MAX_BEYOND;
  return {
    older: fromStart < MORE_MARGIN,
    newer: fromEnd < MORE_MARGIN,
    far: isFar ? toNearby(pages[first], pages[last]) : undefined,
  };
}

function toNearby(first: ThreadPage | undefined, last: ThreadPage | undefined): Nearby | undefined {
  const [from, to] = [first?.entries[0], last?.entries[0]];
  return from && to && { first: from._id, last: to._id };
}

interface Viewport {
  /** From the viewport's lower edge down to the end of the conversation. */
  fromEnd: number;
  height: number;
}

/** Pages nearer than this to the viewport are mounted. */
const MOUNT_MARGIN = 1000;
/** Mounted pages farther than this are unmounted; the gap between both limits prevents flapping. */
const KEEP_MARGIN = 1600;

function findSpan(heights: readonly number[], view: Viewport, mounted: Span): Span {
  const near = findWithin(heights, view, MOUNT_MARGIN);
  const keep = findWithin(heights, view, KEEP_MARGIN);
  const isDisjoint = mounted.last < near.first - 1 || mounted.first > near.last + 1;
  if (isDisjoint) return near;
  return {
    first: Math.min(near.first, Math.max(keep.first, mounted.first)),
    last: Math.max(near.last, Math.min(keep.last, mounted.last)),
  };
}

function findWithin(heights: readonly number[], view: Viewport, margin: number): Span {
  const lower = view.fromEnd - margin;
  const upper = view.fromEnd + view.height + margin;
  let bottom = 0;
  // Nothing beyond the oldest page is nearer.
  let span: Span = { first: 0, last: 0 };
  let isFound = false;
  for (let index = heights.length - 1; index >= 0 && bottom <= upper; index--) {
    const top = bottom + (heights[index] ?? 0);
    if (top >= lower) {
      span = { first: index, last: isFound ? span.last : index };
      isFound = true;
    }
    bottom = top;
  }
  return span;
}

/** Sum of the heights of pages `from` to `to`, both inclusive. */
function sumHeights(heights: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let index = from; index <= to; index++) sum += heights[index] ?? 0;
  return sum;
}

/** Height of a row that was never on the screen. A constant: a better guess would move what is below. */
const TYPICAL_ROW_HEIGHT = 58;

/**
 * The heights of a conversation's pages. Slices of a page have its key as `data-page`, and `data-opens-day` if the
 * day's heading belongs to them; `data-end` comes after the last one.
 */
export class PageHeights {
  #known = new Map<string, number>();
  #width = 0;

  /** Stores those of the mounted pages. */
  measure(thread: HTMLElement): void {
    const width = thread.clientWidth;
    // Remembered heights are wrong for another width.
    if (width !== this.#width) this.#known.clear();
    this.#width = width;
    let open: { key: string; top: number } | undefined;
    for (const slice of thread.querySelectorAll<HTMLElement>('[data-page]')) {
      const key = slice.dataset.page ?? '';
      if (key === open?.key) continue;
      const opensDay = slice.dataset.opensDay === 'true' && slice.parentElement;
      const top = (opensDay || slice).getBoundingClientRect().top;
      if (open) this.#known.set(open.key, top - open.top);
      open = { key, top };
    }
    const end = thread.querySelector('[data-end]');
    if (open && end) this.#known.set(open.key, end.getBoundingClientRect().top - open.top);
  }

  /** As last mounted; for a page never seen, estimated by its number of messages. */
  of(pages: readonly ThreadPage[]): number[] {
    return pages.map(
      ({ key, entries }) => this.#known.get(key) ?? entries.length * TYPICAL_ROW_HEIGHT,
    );
  }
}
