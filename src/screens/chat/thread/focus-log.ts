import type { ThreadPage } from './thread.ts';

/** Moves the focus to the messages before the focused element is removed, such as a pressed button. */
export function focusLog(element: Element): void {
  element.closest<HTMLElement>('[role=log]')?.focus({ preventScroll: true });
}

/** Does so if the focus is in a page that is removed: in none of `mounted`. */
export function keepFocus(mounted: readonly ThreadPage[]): void {
  const page = document.activeElement?.closest<HTMLElement>('[data-page]');
  if (page && !mounted.some(({ key }) => key === page.dataset.page)) focusLog(page);
}
