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
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await finish(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        parts.push(await finish(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return JSON.stringify(parts);
  });
