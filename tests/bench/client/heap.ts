/** Memory of the page while messages keep arriving in the open conversation. */
import type { Browser } from 'playwright-core';
import type { Person } from '../load/orders.ts';
import { sendText } from './send-text.ts';
import { openSignedIn } from './signed-in.ts';

export interface HeapPoint {
  received: number;
  /** After collecting garbage until nothing more goes, in bytes. */
  heap: number;
}

const STEP = 5_000;
const STEPS = 2;
/**
 * What the first messages bring is no growth: the pages that are held until the farthest are let go, and
 * what the engine compiles as the app runs hot, which is most of it.
 */
const WARM_UP = 2_000;
/**
 * Rows that were removed hold parts of the page's two heaps through each other, and one collection frees
 * those of one of them: so often at most, so long apart, until nothing more goes.
 */
const MAX_COLLECTIONS = 10;
const BETWEEN_MS = 1_000;
const HARDLY_LESS = 0.995;
/** So many are under way at a time: more than a page shows as fast as they come. */
const LANES = 20;
const CATCH_UP_MS = 120_000;

export async function measureHeap(
  browser: Browser,
  url: string,
  reader: Person,
  writer: Person,
  fullName: string,
): Promise<HeapPoint[]> {
  const context = await openSignedIn(browser, url, reader, { reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto(url);
    await page.getByRole('button', { name: fullName }).click();
    await page.locator('[data-own]').first().waitFor({ state: 'attached' });
    const readHeap = async () => {
      let least = Number.POSITIVE_INFINITY;
      for (let collection = 0; collection < MAX_COLLECTIONS; collection += 1) {
        await session.send('HeapProfiler.collectGarbage');
        const { usedSize } = await session.send('Runtime.getHeapUsage');
        if (usedSize > least * HARDLY_LESS) return usedSize;
        least = usedSize;
        await page.waitForTimeout(BETWEEN_MS);
      }
      return least;
    };
    const send = (text: string) => sendText(url, writer, reader, text);
    const receive = async (from: number, to: number) => {
      let next = from;
      const lane = async () => {
        while (next < to) await send(`Received ${next++}`);
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      await send(`Received all ${to}.`);
      // Beside the time, in one element with it.
      const last = page.getByRole('log').getByText(`Received all ${to}.`);
      await last.waitFor({ timeout: CATCH_UP_MS });
    };
    await receive(0, WARM_UP);
    const points: HeapPoint[] = [{ received: 0, heap: await readHeap() }];
    for (let step = 1; step <= STEPS; step += 1) {
      await receive((step - 1) * STEP, step * STEP);
      points.push({ received: step * STEP, heap: await readHeap() });
    }
    return points;
  } finally {
    await context.close();
  }
}
