/**
 * The people list with few and with very many in it: until its first row stands, what a key in the search
 * box and the quick switcher costs, how it scrolls, and what is rendered when somebody comes online.
 */
import type { Browser, Page } from 'playwright-core';
import { io } from 'socket.io-client';
import type { Person } from '../load/orders.ts';
import { median, quantile } from '../statistics.ts';
import { listLongTasks, measureKeys } from './main-thread.ts';
import { noteTimes, readTimes } from './page-times.ts';
import { countRenders, noteRenders } from './render-log.ts';
import { openSignedIn } from './signed-in.ts';

export interface ListPoint {
  people: number;
  /** From navigation to the first row, on each visit. */
  readyMs: number[];
  /** From a key to the frame that answers it. */
  keyMs: number;
  switcherKeyMs: number;
  /** Rows in the page. */
  rows: number;
  /** The slowest frame of twenty while scrolling two rows a frame, and tasks over 50 ms meanwhile. */
  frameMs: number;
  longTasks: number;
  /** Rows rendered when one person in view comes online. */
  onlineRows: number;
}

const VISITS = 4;
const TYPED = 'person 99';
const FRAMES = 180;
const STEP_PX = 128;

export async function measureList(
  browser: Browser,
  url: string,
  [reader, other]: Person[],
): Promise<Omit<ListPoint, 'people'>> {
  if (!reader || !other) throw new Error('Nobody is there.');
  const readyMs: number[] = [];
  for (let visit = 0; ; visit += 1) {
    const context = await openSignedIn(browser, url, reader);
    try {
      const page = await context.newPage();
      await noteTimes(page, 'row');
      await noteRenders(page);
      await page.goto(url);
      // The first visit finds a server that has never been asked.
      const { readyAt } = await readTimes(page);
      if (visit > 0) readyMs.push(readyAt);
      if (visit < VISITS) continue;
      const box = page.getByPlaceholder('Seacrch any user...');
      const keyMs = median(await measureKeys(box, TYPED));
      await box.fill('');
      const onlineRows = await countOnlineRows(page, url, other);
      await page.keyboard.press('Control+k');
      const switcherKeys = await measureKeys(page.getByRole('combobox', { name: 'Name' }), 'pe99');
      await page.keyboard.press('Escape');
      return {
        readyMs,
        keyMs,
        switcherKeyMs: median(switcherKeys),
        rows: await page.locator('[data-user-id]').count(),
        onlineRows,
        ...(await scroll(page)),
      };
    } finally {
      await context.close();
    }
  }
}

async function scroll(page: Page): Promise<Pick<ListPoint, 'frameMs' | 'longTasks'>> {
  let frames: number[] = [];
  const longTasks = await listLongTasks(page, async () => {
    frames = await page.evaluate(
      async ({ count, step }) => {
        const list = document.querySelector('[aria-label="People"] ul');
        const times: number[] = [];
        const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
        let before = await nextFrame();
        for (let frame = 0; frame < count; frame += 1) {
          list?.scrollBy({ top: step, behavior: 'instant' });
          const now = await nextFrame();
          times.push(now - before);
          before = now;
        }
        return times;
      },
      { count: FRAMES, step: STEP_PX },
    );
  });
  return {
    frameMs: quantile(
      frames.toSorted((a, b) => a - b),
      0.95,
    ),
    longTasks: longTasks.length,
  };
}

/** Somebody whose row is in view opens a window elsewhere. */
async function countOnlineRows(page: Page, url: string, { id, token }: Person): Promise<number> {
  const state = page.locator(`[data-user-id="${id}"] .state[data-online=true]`);
  const { userRows } = await countRenders(page, async () => {
    const socket = io(url, { query: { userId: id }, auth: { token }, transports: ['websocket'] });
    try {
      await state.waitFor();
    } finally {
      socket.disconnect();
    }
  });
  return userRows;
}
