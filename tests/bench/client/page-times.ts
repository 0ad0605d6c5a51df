/**
 * What a page notes about its own loading. Runs inside the page, before anything else of it.
 * Times are ms since the navigation began.
 */
import type { Page } from 'playwright-core';

export interface PageTimes {
  firstPaint: number;
  largestPaint: number;
  /** When the thing that was waited for stood there. */
  readyAt: number;
  /** Of tasks between the first paint and that moment, what each took beyond 50 ms. */
  blocked: number;
  layoutShift: number;
}

declare global {
  interface Window {
    noted?: PageTimes & { longTasks: Array<{ start: number; duration: number }> };
  }
}

/** `form`: one that React has bound. `row`: the first person in the list. */
export type Readiness = 'form' | 'row';

/** What a page says when it is ready. */
const READY = 'ready';
const READY_WITHIN_MS = 60_000;

/** By page. To be told costs it nothing, where asking would compile and run code in it that is not its own. */
const readyPages = new WeakMap<Page, Promise<unknown>>();

export async function noteTimes(page: Page, readiness: Readiness): Promise<void> {
  const isReady = page.waitForEvent('console', {
    predicate: (entry) => entry.type() === 'debug' && entry.text() === READY,
    timeout: READY_WITHIN_MS,
  });
  // Whoever reads the times meets the failure.
  isReady.catch(() => undefined);
  readyPages.set(page, isReady);
  await page.addInitScript(noteInPage, { awaited: readiness, sign: READY });
}

function noteInPage({ awaited, sign }: { awaited: Readiness; sign: string }): void {
  const noted: NonNullable<Window['noted']> = {
    firstPaint: Number.NaN,
    largestPaint: Number.NaN,
    readyAt: Number.NaN,
    blocked: 0,
    layoutShift: 0,
    longTasks: [],
  };
  window.noted = noted;
  const observe = (type: string, handle: (entry: PerformanceEntry) => void) => {
    new PerformanceObserver((list) => list.getEntries().forEach(handle)).observe({
      type,
      buffered: true,
    });
  };
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') noted.firstPaint = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    noted.largestPaint = startTime;
  });
  observe('longtask', ({ startTime, duration }) => {
    noted.longTasks.push({ start: startTime, duration });
  });
  observe('layout-shift', (entry) => {
    noted.layoutShift += Number('value' in entry ? entry.value : 0);
  });
  const isReady = () => {
    if (awaited === 'row') {
      return (
        document.querySelector(
          '[aria-label="People"] button[data-user], [aria-label="People"] li button, [aria-label="People"] li a',
        ) !== null
      );
    }
    const form = document.querySelector('form');
    return form !== null && Object.keys(form).some((key) => key.startsWith('__reactProps'));
  };
  const look = () => {
    if (isReady()) {
      noted.readyAt = performance.now();
      console.debug(sign);
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export async function readTimes(page: Page): Promise<PageTimes> {
  await readyPages.get(page);
  // The last entries are handed over a little later than what they tell of.
  await page.waitForTimeout(500);
  return page.evaluate(() => {
    const noted = window.noted;
    if (!noted) throw new Error('Nothing was noted.');
    const { longTasks, ...times } = noted;
    const blocked = longTasks
      .filter(({ start }) => start >= times.firstPaint && start < times.readyAt)
      .reduce((total, { duration }) => total + duration - 50, 0);
    return { ...times, blocked };
  });
}
