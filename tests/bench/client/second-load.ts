/** Coming back: until people and the last conversation stand there, before the network has answered anything. */
import type { Browser } from 'playwright-core';
import { API_PREFIX } from '../../../src/protocol/http.ts';
import type { Person } from '../load/orders.ts';
import { makeStorage } from './first-load.ts';

export interface SecondLoad {
  /** ms since the navigation began. */
  peopleMs: number;
  conversationMs: number;
}

/** Until what was shown is kept. */
const KEEP_MS = 2_500;

export async function measureSecondLoads(
  browser: Browser,
  url: string,
  reader: Person,
  fullName: string,
  visits: number,
): Promise<SecondLoad[]> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    storageState: makeStorage(url, reader.token),
  });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('button', { name: fullName }).click();
    await page.locator('[data-own]').first().waitFor({ state: 'attached' });
    await page.waitForTimeout(KEEP_MS);
    await page.addInitScript(() => {
      const stood = { people: Number.NaN, conversation: Number.NaN };
      Object.assign(window, { stood });
      const look = () => {
        const now = performance.now();
        if (Number.isNaN(stood.people) && document.querySelector('[data-user-id]')) {
          stood.people = now;
        }
        if (document.querySelector('[data-own]')) stood.conversation = now;
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    // The network is there, and says nothing.
    await page.route(`**${API_PREFIX}/**`, () => undefined);
    const loads: SecondLoad[] = [];
    for (let visit = 0; visit < visits; visit += 1) {
      await page.reload({ waitUntil: 'commit' });
      await page.locator('[data-own]').first().waitFor({ state: 'attached' });
      const stood: unknown = await page.evaluate(() => Reflect.get(window, 'stood'));
      const read = (name: string) =>
        Number(typeof stood === 'object' && stood !== null && Reflect.get(stood, name));
      loads.push({ peopleMs: read('people'), conversationMs: read('conversation') });
    }
    return loads;
  } finally {
    await context.close();
  }
}
