/** A message’s row in the document. */
import { matchesMedia } from '../../../ui/matches-media.ts';
import { reducedMotion } from '../../../ui/media.ts';

/** How long a message that was jumped to stands out. */
const FLASH_MS = 2_000;

/** Null where it is not mounted. */
export const findRow = (thread: HTMLElement | null, key: string): HTMLElement | null =>
  thread?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;

/** Tells for a moment which message it is. */
export function flashRow(thread: HTMLElement | null, key: string): void {
  const row = findRow(thread, key);
  if (!row) return;
  row.dataset.found = 'true';
  setTimeout(() => delete row.dataset.found, FLASH_MS);
}

/** Lets a new message arrive. */
export function fadeIn(thread: HTMLElement | null, key: string): void {
  if (matchesMedia(reducedMotion)) return;
  findRow(thread, key)?.animate([{ opacity: 0, transform: 'translateY(6px)' }, {}], {
    duration: 170,
    easing: 'cubic-bezier(.2, .9, .25, 1)',
  });
}
