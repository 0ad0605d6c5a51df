/** Messages in the document: their rows, and the focus when one is removed. */
import { matchesMedia } from '../../../ui/matches-media.ts';
import { reducedMotion } from '../../../ui/media.ts';
import { markMatches } from '../search/find-matches.ts';
import type { ThreadPage } from './thread.ts';

/** How long a message is highlighted after a jump. */
const FLASH_MS = 2_000;

/** Ends the current highlight, if any. */
let endFlash = () => {};

/** Null if it is not mounted. */
export const findRow = (thread: HTMLElement | null, key: string): HTMLElement | null =>
  thread?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;

/** Highlights the message for a moment, and marks folded `words` in it until `unmarkWords` or the next call. */
export function flashRow(
  thread: HTMLElement | null,
  key: string,
  words: readonly string[] = [],
): void {
  const row = findRow(thread, key);
  if (!row) return;
  markWords(row, words);
  endFlash();
  row.dataset.found = 'true';
  const timer = setTimeout(() => endFlash(), FLASH_MS);
  endFlash = () => {
    clearTimeout(timer);
    delete row.dataset.found;
  };
}

/** The name of the browser's highlight for marked text; older browsers show only the ring. */
const MARKED = 'found';

function markWords(row: HTMLElement, words: readonly string[]): void {
  unmarkWords();
  const text = row.querySelector('.bubble p > span');
  if (!text || words.length === 0 || !('highlights' in CSS)) return;
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  // A link is a separate text: a word that begins before it and ends in it is not marked.
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let at = 0;
    for (const part of markMatches(node.textContent ?? '', words)) {
      const range = document.createRange();
      range.setStart(node, at);
      at += part.text.length;
      range.setEnd(node, at);
      if (part.isMatch) ranges.push(range);
    }
  }
  CSS.highlights.set(MARKED, new Highlight(...ranges));
}

export function unmarkWords(): void {
  if ('highlights' in CSS) CSS.highlights.delete(MARKED);
}

/** Shows a new message with the animation to the end. */
export function fadeIn(thread: HTMLElement | null, key: string): void {
  if (matchesMedia(reducedMotion)) return;
  findRow(thread, key)?.animate([{ opacity: 0 }, {}], { duration: 170 });
}

/** Moves the focus to the messages before the focused element is removed, such as a pressed button. */
export function focusLog(element: Element): void {
  element.closest<HTMLElement>('[role=log]')?.focus({ preventScroll: true });
}

/** Does so if the focus is in a page that is removed: in none of `mounted`. */
export function keepFocus(mounted: readonly ThreadPage[]): void {
  const page = document.activeElement?.closest<HTMLElement>('[data-page]');
  if (page && !mounted.some(({ key }) => key === page.dataset.page)) focusLog(page);
}
