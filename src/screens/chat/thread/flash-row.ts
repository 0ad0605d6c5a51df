import { findRow } from './find-row.ts';

/** How long a message that was jumped to stands out. */
const FLASH_MS = 2_000;

/** Tells for a moment which message it is. */
export function flashRow(thread: HTMLElement | null, key: string): void {
  const row = findRow(thread, key);
  if (!row) return;
  row.dataset.found = 'true';
  setTimeout(() => delete row.dataset.found, FLASH_MS);
}
