/**
 * Decides which pages of a long conversation to mount. Lengths in px; heights are ordered from the oldest page to the
 * newest, distances are measured upwards from the newest message.
 */

export interface Span {
  /** Page indexes, both inclusive. */
  first: number;
  last: number;
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

export function findSpan(heights: readonly number[], view: Viewport, mounted: Span): Span {
  const near = findWithin(heights, view, MOUNT_MARGIN);
  const keep = findWithin(heights, view, KEEP_MARGIN);
  const isApart = mounted.last < near.first - 1 || mounted.first > near.last + 1;
  if (isApart) return near;
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
export function sumHeights(heights: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let index = from; index <= to; index++) sum += heights[index] ?? 0;
  return sum;
}
