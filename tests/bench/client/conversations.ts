/**
 * Following and writing in conversations of very different lengths, in the real app: what the screen shows and when, and
 * what it keeps the page busy with. Opening them is in `openings.ts`. What is rendered, and that nothing strays, tests
 * show (`client/rendered-rows`, `client/typing`, `end-to-end/message-list`).
 */
import type { Browser, Page } from 'playwright-core';
import { API_PREFIX, paths, pathTo, TOKEN_HEADER } from '../../../src/protocol/http.ts';
import type { Person } from '../load/orders.ts';
import { median } from '../statistics.ts';
import { listLongTasks, measureBusy, measureKeys } from './main-thread.ts';
import { type Correspondent, open } from './openings.ts';
import { openSignedIn } from './signed-in.ts';

export interface ConversationPoint {
  messages: number;
  /** Row elements in the page when it stands. */
  rows: number;
  /** Of the main thread, for each message that arrives at the bottom. */
  arrivalMs: number;
  /** The same time with Devtools open and its panel hidden, of that with Devtools closed, before and after it. */
  arrivalWithDevtools: number;
  /** Tasks over 50 ms while they arrive. */
  longTasks: number;
  /** From a key in the box to the frame that shows it. */
  keyMs: number;
}

const ARRIVALS = 100;
const ARRIVAL_EVERY_MS = 50;
/** For what a page does behind its screen. */
const REST_MS = 2_000;
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
    await page.goto(url);
    await open(page, first);
    const points: ConversationPoint[] = [];
    for (const correspondent of correspondents) {
      const { messages, person } = correspondent;
      await open(page, correspondent);
      const rows = await page.locator('[data-own]').count();
      const keyMs = await type(page);
      const followed = await follow(page, url, person, reader);
      await page.evaluate('toggleDevtools()');
      await page.getByRole('button', { name: 'Hide' }).click();
      const opened = await follow(page, url, person, reader);
      await page.evaluate('toggleDevtools()');
      const closedAgain = await follow(page, url, person, reader);
      points.push({
        messages,
        rows,
        keyMs,
        ...followed,
        arrivalWithDevtools: opened.arrivalMs / median([followed.arrivalMs, closedAgain.arrivalMs]),
      });
    }
    return points;
  } finally {
    await context.close();
  }
}

async function type(page: Page): Promise<number> {
  const box = page.getByPlaceholder('Send a message...');
  await page.waitForTimeout(REST_MS);
  // That somebody types is told once in a while, and the first key is dearer than those after it.
  await box.pressSequentially('.');
  const keys = await measureKeys(box, TYPED);
  await box.fill('');
  return median(keys);
}

async function follow(
  page: Page,
  url: string,
  from: Person,
  to: Person,
): Promise<Pick<ConversationPoint, 'arrivalMs' | 'longTasks'>> {
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
  const longTasks = await listLongTasks(page, async () => {
    busyMs = await measureBusy(page, receive);
  });
  return { arrivalMs: busyMs / ARRIVALS, longTasks: longTasks.length };
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
