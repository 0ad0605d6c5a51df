/** What a window has kept on its device for the next start. */
import type { Page } from 'playwright-core';
import { eventually } from './actions.ts';

/** Everything that is kept for the next start, as text. */
export function readKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('duet-stored');
    opening.onupgradeneeded = () => opening.transaction?.abort();
    const database = await new Promise<IDBDatabase | null>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => resolve(null);
    });
    if (!database) return '';
    const reading = database.transaction('entries').objectStore('entries').getAll();
    await new Promise((resolve) => {
      reading.onsuccess = resolve;
    });
    database.close();
    return reading.result.length === 0 ? '' : JSON.stringify(reading.result);
  });
}

/** Until all of `texts` are on the disk. */
export async function untilKept(page: Page, ...texts: string[]): Promise<void> {
  await eventually(async () => {
    const kept = await readKept(page);
    return texts.filter((text) => !kept.includes(text));
  }, []);
}
