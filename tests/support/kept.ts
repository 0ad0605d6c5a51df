/** What a window has kept on its device for the next start. */
import type { Page } from 'playwright-core';
import { eventually } from './actions.ts';

/** Everything that is kept for the next start, as text. */
export const readKept = (page: Page): Promise<string> => askKept(page, 'getAll');

/** As if nothing had been kept so far: the next start then shows nothing before the server answers. */
export async function forgetKept(page: Page): Promise<void> {
  await askKept(page, 'clear');
}

function askKept(page: Page, wish: 'getAll' | 'clear'): Promise<string> {
  return page.evaluate(async (method) => {
    const opening = indexedDB.open('duet-stored');
    opening.onupgradeneeded = () => opening.transaction?.abort();
    const database = await new Promise<IDBDatabase | null>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => resolve(null);
    });
    if (!database) return '';
    const entries = database.transaction('entries', 'readwrite').objectStore('entries');
    const asking = entries[method]();
    await new Promise((resolve) => {
      asking.onsuccess = resolve;
    });
    database.close();
    return asking.result?.length ? JSON.stringify(asking.result) : '';
  }, wish);
}

/** Until all of `texts` are on the disk. */
export async function untilKept(page: Page, ...texts: string[]): Promise<void> {
  await eventually(async () => {
    const kept = await readKept(page);
    return texts.filter((text) => !kept.includes(text));
  }, []);
}
