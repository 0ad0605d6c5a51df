/** The focus on a message: Tab leads from all of them to the newest one in view, arrow keys from one to the next. */
import type { KeyboardEvent } from 'react';

export const isRow = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches('.message');

const listRows = (scroller: HTMLElement) => [...scroller.querySelectorAll<HTMLElement>('.message')];

/** Tab leads to the newest message in view, and not to the first link of all. Returns whether the key was used. */
export function moveAlong(event: KeyboardEvent<HTMLElement>): boolean {
  const { key, shiftKey, target, currentTarget: scroller } = event;
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  const rows = listRows(scroller);
  if (isRow(target) && step !== undefined) {
    const next = rows[rows.indexOf(target) + step];
    next?.scrollIntoView({ block: 'nearest' });
    focusRow(rows, next);
    return true;
  }
  if (target !== scroller || key !== 'Tab' || shiftKey) return false;
  const { bottom } = scroller.getBoundingClientRect();
  const newest = rows.findLast((row) => row.getBoundingClientRect().top < bottom);
  focusRow(rows, newest);
  return newest !== undefined;
}

/** The only tab stop among the messages: with one each, Tab would take long to leave. */
function focusRow(rows: readonly HTMLElement[], row: HTMLElement | undefined): void {
  if (!row) return;
  for (const other of rows) other.removeAttribute('tabindex');
  row.tabIndex = 0;
  row.focus({ preventScroll: true });
}
