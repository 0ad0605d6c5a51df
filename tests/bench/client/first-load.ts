/** First loads with a cold cache: what crosses the network, and when people see and use it on a slow machine and line. */
import type { Browser, Page } from 'playwright-core';
import { logProgress } from '../run-quietly.ts';
import { noteTimes, type PageTimes, type Readiness, readTimes } from './page-times.ts';
import { makeStorage } from './signed-in.ts';

export interface Visit {
  name: string;
  url: string;
  readiness: Readiness;
  /** Session with which the browser begins. */
  token?: string;
}

export interface Script {
  path: string;
  /** Gzipped, without headers. */
  bytes: number;
  /** Holds the realtime connection. No screen waits for it, nor for what is asked for with it or later. */
  isSocket: boolean;
}

export interface FirstLoad {
  /**
   * Asked for before the page was ready, but for the socket's: what it waits for. With the answer of the list, the app
   * asks for all that may come next, in an order that a busy machine changes.
   */
  critical: Script[];
  /** The socket's, and what was asked for in the two seconds after. */
  later: Script[];
}

/** A quarter of this processor; 1.6 Mbit/s and 150 ms. */
const SLOWDOWN = 4;
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 200_000,
};
const LATER_MS = 2_000;
/** The scripts of one import are asked for one after the other within one task. */
const TOGETHER_MS = 20;
const LIST = '/messages/users';
/** A parameter of Engine.IO's addresses, which a minifier leaves alone. */
const SOCKET_SIGN = 'EIO';

/** Scripts by real fetches of the page, each asked for once more with gzip. */
export async function measureScripts(browser: Browser, visit: Visit): Promise<FirstLoad> {
  return withPage(browser, visit, async (page) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') asked.push(request.url());
    });
    await page.goto(visit.url);
    await readTimes(page);
    await page.waitForTimeout(LATER_MS);
    const { readyAt, listAt, starts } = await page.evaluate((list) => {
      const entries = performance.getEntriesByType('resource');
      const lists = entries.filter(({ name }) => name.endsWith(list));
      return {
        readyAt: window.noted?.readyAt ?? 0,
        listAt: Math.min(...lists.map(({ startTime, duration }) => startTime + duration)),
        starts: entries.map(({ name, startTime }): [string, number] => [
          new URL(name).pathname,
          startTime,
        ]),
      };
    }, LIST);
    const scripts = await Promise.all([...new Set(asked)].map(weigh));
    const startOf = new Map(starts.toReversed());
    const startsAt = ({ path }: Script) => startOf.get(path) ?? Number.POSITIVE_INFINITY;
    const socketAt = Math.min(...scripts.filter(({ isSocket }) => isSocket).map(startsAt));
    const isCritical = (script: Script) =>
      startsAt(script) < Math.min(readyAt, listAt, socketAt - TOGETHER_MS);
    return {
      critical: scripts.filter(isCritical),
      later: scripts.filter((script) => !isCritical(script)),
    };
  });
}

/**
 * Each visit once in each round, in alternating order. The round before the first, with a cold browser, does
 * not count.
 */
export async function measureLoads(
  browser: Browser,
  visits: Visit[],
  rounds: number,
): Promise<Map<string, PageTimes[]>> {
  const results = new Map<string, PageTimes[]>(visits.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    logProgress(round === 0 ? 'first loads, warm-up' : `first loads, round ${round} of ${rounds}`);
    for (const visit of round % 2 === 0 ? visits : visits.toReversed()) {
      const times = await withPage(browser, visit, async (page) => {
        const session = await page.context().newCDPSession(page);
        await session.send('Network.enable');
        await session.send('Network.emulateNetworkConditions', LINE);
        await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
        await page.goto(visit.url, { timeout: 60_000 });
        return readTimes(page);
      });
      if (round > 0) results.get(visit.name)?.push(times);
    }
  }
  return results;
}

async function withPage<Result>(
  browser: Browser,
  { url, token, readiness }: Visit,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    ...(token !== undefined && { storageState: makeStorage(url, token) }),
  });
  try {
    const page = await context.newPage();
    await noteTimes(page, readiness);
    return await use(page);
  } finally {
    await context.close();
  }
}

async function weigh(url: string): Promise<Script> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  const isSocket = (await answer.text()).includes(SOCKET_SIGN);
  const bytes = Number(answer.headers.get('content-length'));
  return { path: new URL(url).pathname, bytes, isSocket };
}
