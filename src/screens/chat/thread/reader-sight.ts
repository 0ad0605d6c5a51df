/**
 * What follows from the reader's position: which pages to mount, what to load or release, and whether new messages move
 * the view. Pure; `ThreadScroller` reads a sight from the document.
 */
import { MAX_BEYOND, type Nearby } from '../../../conversation/patches/release.ts';
import { findMounted, type MountedPages, toMounted } from './mounted-pages.ts';
import type { News } from './news.ts';
import { findSpan, type Span, sumHeights } from './page-window.ts';
import type { ThreadPage } from './thread.ts';

/** Nearer to the first or last loaded message than this, the next ones are requested. */
const MORE_MARGIN = 1500;

/** Lengths in px. */
export interface Sight {
  /** From the viewport's lower edge down to the last message, and from its upper edge up to the first. */
  fromEnd: number;
  fromStart: number;
  viewportHeight: number;
  /** Of every page, mounted or not. */
  heights: readonly number[];
}

/** Whether new messages move the reader to the end. */
export function takesAlong(
  { move }: Pick<News, 'move'>,
  reader: { isAwayFromEnd: boolean; isFollowing: boolean },
): boolean {
  return move === 'near' ? !reader.isAwayFromEnd : reader.isFollowing;
}

/** The pages to mount for this sight while `mounted` are. */
export function fitPages(
  { fromEnd, viewportHeight, heights }: Sight,
  pages: readonly ThreadPage[],
  mounted: MountedPages,
  isApart: boolean,
): MountedPages {
  const span = findMounted(mounted, pages);
  // The document still has the space of the pages that existed when it was rendered.
  const moved = sumHeights(heights, span.last + 1, pages.length - 1) - mounted.below;
  const place = { fromEnd: fromEnd + moved, height: viewportHeight };
  return toMounted(findSpan(heights, place, span), pages, heights, isApart);
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
