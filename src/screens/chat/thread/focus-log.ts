import type { ThreadPage } from './thread.ts';

/** Gives the focus to the messages around what goes, as a button does when it is pressed, and would take it along. */
export function focusLog(element: Element): void {
  element.closest<HTMLElement>('[role=log]')?.focus({ preventScroll: true });
}

/** Does so where the focus is in a page that goes: in none of `mounted`. */
export function keepFocus(mounted: readonly ThreadPage[]): void {
  const page = document.activeElement?.closest<HTMLElement>('[data-page]');
  if (page && !mounted.some(({ key }) => key === page.dataset.page)) focusLog(page);
}
