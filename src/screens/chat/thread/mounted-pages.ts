/**
 * The mounted pages, by key: pages may be cut differently or released while the reader is among them. Pure;
 * `page-window.ts` decides what to mount.
 */
import { type Span, sumHeights } from './page-window.ts';
import { keyOf, type ThreadPage } from './thread.ts';

/** With the heights of unmounted pages, in px. */
export interface MountedPages {
  /** Null: the newest two pages. */
  first: string | null;
  /** Null: up to the end, whatever arrives. */
  last: string | null;
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

/** The place of an unmounted page, or `nowhere`. */
export function placeOf(index: number, span: Span): 'above' | 'below' | 'nowhere' {
  if (index < 0) return 'nowhere';
  return index < span.first ? 'above' : 'below';
}

export function toMounted(
  { first, last }: Span,
  pages: readonly ThreadPage[],
  heights: readonly number[],
  isApart: boolean,
): MountedPages {
  const end = pages.length - 1;
  return {
    first: pages[first]?.key ?? null,
    last: last >= end && !isApart ? null : (pages[last]?.key ?? null),
    above: sumHeights(heights, 0, first - 1),
    below: sumHeights(heights, last + 1, end),
  };
}

export function isSameMounted(a: MountedPages, b: MountedPages): boolean {
  return a.first === b.first && a.last === b.last && a.above === b.above && a.below === b.below;
}
