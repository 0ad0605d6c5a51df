/** A photo of twelve megapixels, from choosing it until it can be sent: in the page, and beside it. */
import type { Browser } from 'playwright-core';
import { makePhoto } from '../../support/photos.ts';
import type { Person } from '../load/orders.ts';
import { openSignedIn } from './signed-in.ts';

export interface PicturePoint {
  chosenBytes: number;
  sentBytes: number;
  /** From choosing the file until its preview stands in the box. */
  readyMs: number;
  /** Tasks of the page's own thread over 50 ms meanwhile. */
  longTasks: number;
}

export async function measurePicture(
  browser: Browser,
  url: string,
  reader: Person,
  correspondent: string,
): Promise<PicturePoint> {
  const context = await openSignedIn(browser, url, reader);
  try {
    // In a page of its own: making it is work for the thread that is measured.
    const maker = await context.newPage();
    const photo = await makePhoto(maker);
    await maker.close();
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('button', { name: correspondent }).click();
    await page.getByPlaceholder('Send a message...').waitFor();
    await page.evaluate(() => {
      const chooser = document.querySelector('input[type=file]');
      const observer = new PerformanceObserver(() => undefined);
      observer.observe({ type: 'longtask' });
      chooser?.addEventListener(
        'change',
        () => {
          const began = performance.now();
          observer.takeRecords();
          const preview = new MutationObserver(() => {
            const image = document.querySelector('img[alt="To be sent"]');
            if (!(image instanceof HTMLImageElement)) return;
            preview.disconnect();
            const readyMs = performance.now() - began;
            const sentBytes = Math.floor(((image.src.length - image.src.indexOf(',')) * 3) / 4);
            // What came late is still on its way to the observer.
            setTimeout(() => {
              const longTasks = observer.takeRecords().length;
              Object.assign(window, { prepared: { readyMs, sentBytes, longTasks } });
            }, 500);
          });
          preview.observe(document, { subtree: true, childList: true, attributes: true });
        },
        { capture: true },
      );
    });
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
    const handle = await page.waitForFunction((): unknown => Reflect.get(window, 'prepared'));
    const prepared: unknown = await handle.jsonValue();
    const read = (name: string) =>
      Number(typeof prepared === 'object' && prepared !== null && Reflect.get(prepared, name));
    return {
      chosenBytes: photo.length,
      sentBytes: read('sentBytes'),
      readyMs: read('readyMs'),
      longTasks: read('longTasks'),
    };
  } finally {
    await context.close();
  }
}
