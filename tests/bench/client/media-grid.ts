/**
 * The Media grid with two hundred photos of twelve megapixels, from opening the conversation until its tiles
 * in view are shown, and scrolled from end to end and back: with thumbnails, and as the browser shows the
 * photos themselves.
 */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { callApi } from '../../support/backends.ts';
import { makePhoto } from '../../support/photos.ts';
import { makeDataUrl } from '../../support/pictures.ts';
import type { Person } from '../load/orders.ts';
import { quantile } from '../statistics.ts';
import { listLongTasks } from './main-thread.ts';
import { openSignedIn } from './signed-in.ts';

export interface GridPoint {
  hasThumbnails: boolean;
  /** From the click on the conversation until the tiles in view are shown. */
  shownMs: number;
  /** The slowest frame of twenty while scrolling there and back. */
  frameMs: number;
  /** Tasks of the page's own thread over 50 ms, from the click on. */
  longTasks: number;
  /** What the pictures of the grid take once they are decoded, in bytes, at most. */
  decodedBytes: number;
  /** Work of the page's process while scrolling there, and back. */
  thereMs: number;
  backMs: number;
}

const PHOTOS = 200;
const STEP_PX = 44;

/** Fills the conversation of the two. The photo is the same each time, its address is not. */
export async function sendPhotos(
  browser: Browser,
  url: string,
  reader: Person,
  writer: Person,
): Promise<void> {
  const page = await browser.newPage();
  const image = makeDataUrl(await makePhoto(page), 'image/jpeg');
  await page.close();
  for (let index = 0; index < PHOTOS; index += 1) {
    await callApi({ url }, 'POST', `/messages/send/${reader.id}`, {
      token: writer.token,
      body: { image },
    });
  }
}

export async function measureGrid(
  browser: Browser,
  url: string,
  reader: Person,
  correspondent: string,
  hasThumbnails: boolean,
): Promise<GridPoint> {
  const context = await openSignedIn(browser, url, reader);
  const devtools = await browser.newBrowserCDPSession();
  try {
    const page = await context.newPage();
    if (!hasThumbnails) {
      await page.addInitScript(() => Reflect.deleteProperty(window, 'OffscreenCanvas'));
    }
    await page.goto(url);
    const person = page.getByRole('button', { name: correspondent });
    await person.waitFor();
    let shownMs = Number.NaN;
    const passes: Pass[] = [];
    const longTasks = await listLongTasks(page, async () => {
      const began = performance.now();
      await person.click();
      await untilShown(page);
      shownMs = performance.now() - began;
      await loadAll(page);
      for (const step of [STEP_PX, -STEP_PX]) passes.push(await scroll(page, devtools, step));
    });
    const frames = passes.flatMap((pass) => pass.frames).toSorted((a, b) => a - b);
    const [there, back] = passes;
    return {
      hasThumbnails,
      shownMs,
      frameMs: quantile(frames, 0.95),
      longTasks: longTasks.length,
      decodedBytes: Math.max(...passes.map(({ decodedBytes }) => decodedBytes)),
      thereMs: there?.workMs ?? Number.NaN,
      backMs: back?.workMs ?? Number.NaN,
    };
  } finally {
    await devtools.detach();
    await context.close();
  }
}

/** Until every tile in view has its picture. */
async function untilShown(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const grid = document.querySelector('[aria-label^="About"] ul');
    if (!grid) return false;
    const { top, bottom } = grid.getBoundingClientRect();
    const tiles = [...grid.children].filter((tile) => {
      const box = tile.getBoundingClientRect();
      return box.bottom > top && box.top < bottom;
    });
    const isShown = (tile: Element) => {
      const image = tile.querySelector('img');
      return image?.complete === true && image.naturalWidth > 0;
    };
    return tiles.length > 1 && tiles.every(isShown);
  });
}

/** Reads back to the first photo. */
async function loadAll(page: Page): Promise<void> {
  const tiles = page.locator('[aria-label^="About"] li');
  while ((await tiles.count()) < PHOTOS) {
    const before = await tiles.count();
    await tiles.last().scrollIntoViewIfNeeded();
    await page.waitForFunction(
      (count) => document.querySelectorAll('[aria-label^="About"] li').length > count,
      before,
    );
  }
}

interface Pass {
  frames: number[];
  decodedBytes: number;
  workMs: number;
}

/** From one end to the other, half a row a frame, until the tiles there are shown. */
async function scroll(page: Page, devtools: CDPSession, step: number): Promise<Pass> {
  const before = await readWork(devtools);
  const seen = await page.evaluate(async (by) => {
    const grid = document.querySelector('[aria-label^="About"] ul');
    const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const frames: number[] = [];
    let decodedBytes = 0;
    let last = await nextFrame();
    for (let top = Number.NaN; grid && grid.scrollTop !== top; ) {
      top = grid.scrollTop;
      grid.scrollBy({ top: by, behavior: 'instant' });
      const now = await nextFrame();
      frames.push(now - last);
      last = now;
      const bytes = [...grid.querySelectorAll('img')].reduce(
        (sum, { naturalWidth, naturalHeight }) => sum + naturalWidth * naturalHeight * 4,
        0,
      );
      decodedBytes = Math.max(decodedBytes, bytes);
    }
    return { frames, decodedBytes };
  }, step);
  await untilShown(page);
  return { ...seen, workMs: (await readWork(devtools)) - before };
}

/** What the processes of all pages have worked so far, in ms. */
async function readWork(devtools: CDPSession): Promise<number> {
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((sum, { cpuTime }) => sum + cpuTime * 1_000, 0);
}
