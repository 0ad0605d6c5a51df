/** What a window has kept on its device for the next start. */
import type { Page } from 'playwright-core';
import { eventually } from './actions.ts';

/** Everything that is kept for the next start, as text. */
export function readKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const bucket = await navigator.storageBuckets?.open('duet-stored');
    const opening = (bucket ?? window).indexedDB.open('duet-stored');
    opening.onupgradeneeded = () => opening.transaction?.abort();
    const database = await new Promise<IDBDatabase | null>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => resolve(null);
    });
    if (!database) return '';
    const asking = database.transaction('entries').objectStore('entries').getAll();
    await new Promise((resolve) => {
      asking.onsuccess = resolve;
    });
    database.close();
    return asking.result.length > 0 ? JSON.stringify(asking.result) : '';
  });
}

/**
 * As if nothing had been kept before the next start, which then shows nothing before the server answers. Done
 * as that one begins: until then the page may go on to keep something.
 */
export async function forgetKeptAtStart(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (navigator.storageBuckets) void navigator.storageBuckets.delete('duet-stored');
    else indexedDB.deleteDatabase('duet-stored');
  });
}

/** Until all of `texts` are on the disk. */
export async function untilKept(page: Page, ...texts: string[]): Promise<void> {
  await eventually(async () => {
    const kept = await readKept(page);
    return texts.filter((text) => !kept.includes(text));
  }, []);
}
