/**
 * Following, reading back and writing in conversations of very different lengths, in the real app: what
 * the screen shows and when, what is rendered for it, and what it keeps the page busy with. Opening them
 * is in `openings.ts`.
 */
import type { Browser, Page } from 'playwright-core';
import { API_PREFIX, paths, pathTo, TOKEN_HEADER } from '../../../src/protocol/http.ts';
import { watchPlace } from '../../support/place.ts';
import type { Person } from '../load/orders.ts';
import { median } from '../statistics.ts';
import { listLongTasks, measureBusy, measureKeys } from './main-thread.ts';
import { type Correspondent, open } from './openings.ts';
import { countRenders, noteRenders, untilNothingRenders } from './render-log.ts';
import { openSignedIn } from './signed-in.ts';

export interface ConversationPoint {
  messages: number;
  /** Row elements in the page when it stands. */
  rows: number;
  /** Of each message that arrives at the bottom: main thread, and rows rendered. */
  arrivalMs: number;
  arrivalRows: number;
  /** The same with Devtools open and hidden, of that without it. */
  arrivalWithDevtools: number;
  /** Tasks over 50 ms while they arrive. */
  longTasks: number;
  /** How far the topmost row strayed while older pages loaded above it, px. */
  strayedPx: number;
  /** From a key in the box to the frame that shows it, and what else was rendered for all keys. */
  keyMs: number;
  rendersOutsideBox: number;
}

const ARRIVALS = 100;
const ARRIVAL_EVERY_MS = 50;
const OLDER_PAGES = 3;
const TYPED = 'What one types';

/** The first of the correspondents brings the code of conversations with it, and is not measured. */
export async function measureConversations(
  browser: Browser,
  url: string,
  reader: Person,
  [first, ...correspondents]: Correspondent[],
): Promise<ConversationPoint[]> {
  const context = await openSignedIn(browser, url, reader, { reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    await noteRenders(page);
    await page.goto(url);
    await open(page, first);
    const points: ConversationPoint[] = [];
    for (const correspondent of correspondents) {
      const { messages, person } = correspondent;
      await open(page, correspondent);
      const rows = await page.locator('[data-own]').count();
      const keys = await type(page);
      const followed = await follow(page, url, person, reader);
      await page.evaluate('toggleDevtools()');
      await page.getByRole('button', { name: 'Hide' }).click();
      const { arrivalMs } = await follow(page, url, person, reader);
      await page.evaluate('toggleDevtools()');
      points.push({
        messages,
        rows,
        ...keys,
        ...followed,
        arrivalWithDevtools: arrivalMs / followed.arrivalMs,
        strayedPx: await readBack(page),
      });
    }
    return points;
  } finally {
    await context.close();
  }
}

async function type(page: Page): Promise<Pick<ConversationPoint, 'keyMs' | 'rendersOutsideBox'>> {
  const box = page.getByPlaceholder('Send a message...');
  await untilNothingRenders(page);
  // That somebody types is told once in a while, and the first key is dearer than those after it.
  await box.pressSequentially('.');
  let keys: number[] = [];
  const { outsideBox } = await countRenders(page, async () => {
    keys = await measureKeys(box, TYPED);
  });
  await box.fill('');
  return { keyMs: median(keys), rendersOutsideBox: outsideBox };
}

async function follow(
  page: Page,
  url: string,
  from: Person,
  to: Person,
): Promise<Pick<ConversationPoint, 'arrivalMs' | 'arrivalRows' | 'longTasks'>> {
  // Told apart from that of another round, which may stand above or be let go by then.
  const last = `All have arrived at ${Date.now()}`;
  const receive = async () => {
    for (let arrival = 0; arrival < ARRIVALS; arrival += 1) {
      const text = arrival === ARRIVALS - 1 ? last : `Arriving ${arrival}`;
      await Promise.all([sendText(url, from, to, text), page.waitForTimeout(ARRIVAL_EVERY_MS)]);
    }
    await page.getByRole('log').getByText(last).waitFor();
  };
  let busyMs = Number.NaN;
  let rows = Number.NaN;
  const longTasks = await listLongTasks(page, async () => {
    busyMs = await measureBusy(page, async () => {
      ({ messageRows: rows } = await countRenders(page, receive));
    });
  });
  return {
    arrivalMs: busyMs / ARRIVALS,
    arrivalRows: rows / ARRIVALS,
    longTasks: longTasks.length,
  };
}

/** Scrolls up until older pages have loaded above, several times. Where there are none, nothing strays. */
async function readBack(page: Page): Promise<number> {
  const log = page.getByRole('log');
  const readHeight = () => log.evaluate((box) => box.scrollHeight);
  let strayed = 0;
  for (let loaded = 0; loaded < OLDER_PAGES; loaded += 1) {
    await log.hover();
    await page.mouse.wheel(0, -400);
    // A wheel's way is its own: only what is not the reader's doing counts.
    await page.waitForTimeout(300);
    await log.evaluate((box) => {
      box.scrollTop = box.clientHeight - box.scrollHeight + 700;
    });
    const height = await readHeight();
    const place = await watchPlace(page);
    for (let waited = 0; waited < 20 && (await readHeight()) < height + 500; waited += 1) {
      await page.waitForTimeout(50);
    }
    await page.waitForTimeout(100);
    strayed = Math.max(strayed, await place.read());
  }
  return strayed;
}

/** Sends one message, without a browser. */
async function sendText(url: string, from: Person, to: Person, text: string): Promise<void> {
  const answer = await fetch(`${url}${API_PREFIX}${pathTo(paths.send, to.id)}`, {
    method: 'POST',
    headers: { [TOKEN_HEADER]: from.token, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  await answer.arrayBuffer();
}
