/**
 * Opening and following conversations of very different lengths in the real app: until the newest message
 * is on the screen, how many rows the page holds, and what messages cost that arrive at the bottom.
 */
import type { Browser, Page } from 'playwright-core';
import { API_PREFIX, paths, TOKEN_HEADER } from '../../../src/protocol/http.ts';
import type { Person } from '../load/orders.ts';
import { makeStorage } from './first-load.ts';

export interface ConversationPoint {
  messages: number;
  /** From the click to the frame with the newest message, loading it from the server. */
  firstOpenMs: number;
  /** The same when it was open before. */
  reopenMs: number;
  /** Row elements in the page when it stands. */
  rows: number;
  /** Main thread, for each message that arrives at the bottom. */
  arrivalMs: number;
  /** Tasks over 50 ms while they arrive. */
  longTasks: number;
}

export interface Correspondent {
  person: Person;
  fullName: string;
  messages: number;
}

const ARRIVALS = 100;
const ARRIVAL_EVERY_MS = 50;

export async function measureConversations(
  browser: Browser,
  url: string,
  reader: Person,
  correspondents: Correspondent[],
): Promise<ConversationPoint[]> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    storageState: makeStorage(url, reader.token),
  });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('button', { name: correspondents[0]?.fullName ?? '' }).waitFor();
    const firstOpens: number[] = [];
    for (const { fullName } of correspondents) firstOpens.push(await open(page, fullName));
    const points: ConversationPoint[] = [];
    for (const [index, { fullName, messages, person }] of correspondents.entries()) {
      const reopenMs = await open(page, fullName);
      const rows = await page.locator('[data-own]').count();
      const following = await follow(page, url, person, reader);
      points.push({
        messages,
        firstOpenMs: firstOpens[index] ?? Number.NaN,
        reopenMs,
        rows,
        ...following,
      });
    }
    return points;
  } finally {
    await context.close();
  }
}

/** Clicks the person's row, and waits until a frame with rows of that conversation has been painted. */
function open(page: Page, fullName: string): Promise<number> {
  return page.evaluate(async (name) => {
    const rows = [...document.querySelectorAll<HTMLElement>('[aria-label="People"] button')];
    const row = rows.find((button) => button.textContent?.includes(name));
    if (!row) throw new Error(`${name} is not in the list.`);
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const label = `Conversation with ${name}`;
    const began = performance.now();
    row.click();
    while (!document.querySelector(`[aria-label="${label}"] [data-own]`)) await nextFrame();
    await nextFrame();
    return performance.now() - began;
  }, fullName);
}

async function follow(
  page: Page,
  url: string,
  from: Person,
  to: Person,
): Promise<{ arrivalMs: number; longTasks: number }> {
  await page.evaluate(() => {
    const counted: number[] = [];
    Reflect.set(window, 'longTasks', counted);
    new PerformanceObserver((list) =>
      counted.push(...list.getEntries().map((e) => e.duration)),
    ).observe({ type: 'longtask' });
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const readTaskSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await readTaskSeconds();
  for (let arrival = 0; arrival < ARRIVALS; arrival += 1) {
    const sent = fetch(`${url}${API_PREFIX}${paths.send(to.id)}`, {
      method: 'POST',
      headers: { [TOKEN_HEADER]: from.token, 'content-type': 'application/json' },
      body: JSON.stringify({ text: `Arriving ${arrival}` }),
    });
    await Promise.all([
      sent.then((answer) => answer.arrayBuffer()),
      page.waitForTimeout(ARRIVAL_EVERY_MS),
    ]);
  }
  await page
    .getByRole('log')
    .locator('[data-own]', { hasText: `Arriving ${ARRIVALS - 1}` })
    .waitFor();
  const taskSeconds = (await readTaskSeconds()) - before;
  const longTasks = await page.evaluate(() => Number(Reflect.get(window, 'longTasks')?.length));
  await session.detach();
  return { arrivalMs: (taskSeconds * 1_000) / ARRIVALS, longTasks };
}
