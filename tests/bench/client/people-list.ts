/** The people list with few and with very many in it: until its first row stands, and what a key in the search box costs. */
import type { Browser } from 'playwright-core';
import type { Person } from '../load/orders.ts';
import { median } from '../statistics.ts';
import { makeStorage } from './first-load.ts';
import { noteTimes, readTimes } from './page-times.ts';

export interface ListPoint {
  people: number;
  /** From navigation to the first row. */
  readyMs: number;
  /** From a key in the search box to the frame that answers it. */
  keyMs: number;
}

const VISITS = 3;
const TYPED = 'person 99';

export async function measureList(
  browser: Browser,
  url: string,
  reader: Person,
  people: number,
): Promise<ListPoint> {
  const ready: number[] = [];
  const keys: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    const context = await browser.newContext({
      serviceWorkers: 'block',
      viewport: { width: 1440, height: 900 },
      storageState: makeStorage(url, reader.token),
    });
    try {
      const page = await context.newPage();
      await noteTimes(page, 'row');
      await page.goto(url);
      ready.push((await readTimes(page)).readyAt);
      const box = page.getByPlaceholder('Seacrch any user...');
      await box.click();
      await box.evaluate((element) => {
        const times: number[] = [];
        Reflect.set(window, 'keyTimes', times);
        element.addEventListener('keydown', (event) => {
          const began = event.timeStamp;
          requestAnimationFrame(() => {
            // A message task runs after the frame is on its way.
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => times.push(performance.now() - began);
            port2.postMessage(null);
          });
        });
      });
      await box.pressSequentially(TYPED, { delay: 100 });
      await page.waitForTimeout(200);
      const times: unknown = await page.evaluate(() => Reflect.get(window, 'keyTimes'));
      if (Array.isArray(times)) keys.push(...times.map(Number));
    } finally {
      await context.close();
    }
  }
  return { people, readyMs: median(ready), keyMs: median(keys) };
}
