/** What a browser keeps on its device. */
import type { Page } from 'playwright-core';

/** What the browser has stored for the app. */
export const readStored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const parts: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    const finish = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const buckets = navigator.storageBuckets;
    const names = (await buckets?.keys()) ?? [];
    const opened = buckets ? await Promise.all(names.map((name) => buckets.open(name))) : [];
    for (const bucket of [window, ...opened]) {
      for (const { name = '' } of await bucket.indexedDB.databases()) {
        const database = await finish(bucket.indexedDB.open(name));
        for (const store of database.objectStoreNames)
          parts.push(await finish(database.transaction(store).objectStore(store).getAll()));
        database.close();
      }
    }
    return JSON.stringify(parts);
  });
