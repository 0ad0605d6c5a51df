/**
 * Coming back: until people and the last conversation stand there, before the network has answered anything.
 * The page and its scripts come from where a browser has them after a first visit, its HTTP cache: so calls
 * are held up on the line, since a browser whose requests are intercepted does without that cache.
 */
import type { Browser, Page } from 'playwright-core';
import { API_PREFIX } from '../../../src/protocol/http.ts';
import type { Person } from '../load/orders.ts';
import { openSignedIn } from './signed-in.ts';

export interface SecondLoad {
  /** ms since the navigation began. */
  peopleMs: number;
  conversationMs: number;
}

/** Until what was shown is kept. */
const KEEP_MS = 2_500;
/** Longer than any visit. */
const HOLD_UP_MS = 60_000;
/** Between visits, until one is over with what it does behind its first screen. */
const REST_MS = 1_500;
/** What a page says when both stand there. */
const SIGN = 'stood';

export async function measureSecondLoads(
  browser: Browser,
  url: string,
  reader: Person,
  fullName: string,
  visits: number,
): Promise<SecondLoad[]> {
  const context = await openSignedIn(browser, url, reader);
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('button', { name: fullName }).click();
    await page.locator('[data-own]').first().waitFor({ state: 'attached' });
    await page.waitForTimeout(KEEP_MS);
    await page.addInitScript(noteWhatStands, { sign: SIGN, calls: API_PREFIX });
    await holdUpCalls(page, url);
    const loads: SecondLoad[] = [];
    // The visit before the first finds scripts that the browser has not compiled for keeping.
    for (let visit = 0; visit <= visits; visit += 1) {
      const [load] = await Promise.all([readLoad(page), page.reload({ waitUntil: 'commit' })]);
      if (visit > 0) loads.push(load);
      await page.waitForTimeout(REST_MS);
    }
    return loads;
  } finally {
    await context.close();
  }
}

/** The network is there, and says nothing. */
async function holdUpCalls(page: Page, url: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditionsByRule', {
    offline: false,
    matchedNetworkConditions: [
      {
        urlPattern: `${url}${API_PREFIX}/*`,
        latency: HOLD_UP_MS,
        downloadThroughput: -1,
        uploadThroughput: -1,
      },
    ],
  });
}

/** Runs inside the page. To be told costs it nothing, where asking would run code in it that is not its own. */
function noteWhatStands({ sign, calls }: { sign: string; calls: string }): void {
  let people = Number.NaN;
  const look = () => {
    const now = performance.now();
    if (Number.isNaN(people) && document.querySelector('[data-user-id]')) people = now;
    if (!document.querySelector('[data-own]')) {
      requestAnimationFrame(look);
      return;
    }
    const loaded = performance.getEntriesByType('resource');
    const answers = loaded.filter(({ name }) => name.includes(calls)).length;
    console.debug(sign, people, now, answers);
  };
  requestAnimationFrame(look);
}

/** What the page says next. */
async function readLoad(page: Page): Promise<SecondLoad> {
  const entry = await page.waitForEvent('console', (said) => said.text().startsWith(SIGN));
  const [peopleMs = Number.NaN, conversationMs = Number.NaN, answers] = await Promise.all(
    entry
      .args()
      .slice(1)
      .map((value) => value.jsonValue().then(Number)),
  );
  if (answers !== 0) throw new Error('The server has answered a call.');
  return { peopleMs, conversationMs };
}
