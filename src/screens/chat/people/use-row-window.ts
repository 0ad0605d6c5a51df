import { type RefObject, useEffect, useState } from 'react';

/** Up to this many rows all are mounted, and the browser itself skips those out of view. */
const ALL_UP_TO = 200;
/** Rows mounted beyond either edge; the window moves in steps of half of it. */
const MARGIN = 14;

interface RowWindow {
  /** Index of the first mounted row, and of the one after the last. */
  start: number;
  end: number;
}

/** Decides which of many rows of one height (px) to mount. */
export function useRowWindow(
  listRef: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): RowWindow {
  const [step, setStep] = useState(0);
  const [rows, setRows] = useState(20);
  const isWindowed = count > ALL_UP_TO;

  useEffect(() => {
    const list = listRef.current;
    if (!list || !isWindowed) return;
    const update = () => {
      setStep(Math.floor(list.scrollTop / rowHeight / (MARGIN / 2)));
      setRows(Math.ceil(list.clientHeight / rowHeight));
    };
    update();
    const resizes = new ResizeObserver(update);
    resizes.observe(list);
    list.addEventListener('scroll', update, { passive: true });
    return () => {
      resizes.disconnect();
      list.removeEventListener('scroll', update);
    };
  }, [listRef, isWindowed, rowHeight]);

  if (!isWindowed) return { start: 0, end: count };
  const top = step * (MARGIN / 2);
  const start = Math.max(0, Math.min(top, count) - MARGIN);
  return { start, end: Math.min(count, top + rows + MARGIN + MARGIN / 2) };
}
