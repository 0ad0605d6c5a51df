/**
 * A real browser for a test file, and in it a window per person: each has its own storage, as if it were
 * another machine. What goes wrong inside a page (an exception, an error in the console) fails the test
 * unless the test said that it would.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { installChromium } from './chromium.ts';
import { WAIT_LIMIT_MS } from './limits.ts';

const artifacts = join(dirname(fileURLToPath(import.meta.url)), '../artifacts');

/** Sizes at which the layout differs (design notes). */
export const SIZES = {
  small: { width: 390, height: 844 },
  medium: { width: 820, height: 1000 },
  wide: { width: 1440, height: 900 },
} as const;

export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const { executablePath, env } = installChromium();
  return chromium.launch({
    executablePath,
    timeout: WAIT_LIMIT_MS,
    env: { ...process.env, ...env },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-default-apps',
      '--no-first-run',
      '--font-render-hinting=none',
      ...more,
    ],
  });
}

/** A window of a flow lives for seconds: a process of its own, and code optimised for long use, cost more than they save. */
const QUICK_TO_OPEN = ['--process-per-site', '--js-flags=--no-opt --no-maglev'];

let shared: Promise<Browser> | undefined;

/** The browser of this process, for all its test files; started again after a crash. It ends with the process. */
export async function shareBrowser(): Promise<Browser> {
  const browser = await shared;
  if (browser?.isConnected()) return browser;
  shared = launchBrowser(QUICK_TO_OPEN);
  return shared;
}

export interface WindowOptions {
  size?: keyof typeof SIZES;
  /** Session token to begin with, as if the person had signed in before. */
  token?: string;
  /** Touch screen without a mouse. */
  isTouch?: boolean;
  /** Animations and smooth scrolling; off unless they are what is tested. */
  hasMotion?: boolean;
  /** With the service worker, which would keep answers from one visit to the next. */
  hasWorker?: boolean;
}

/** What the browser says of the tests: that a window has no service worker, and a picture's page no script of theirs. */
const OF_TESTS =
  /Service Worker registration blocked|Blocked script execution in '[^']*\/api\/v1\/media\//;

/** The windows of one test. */
export interface Stage {
  /** A browser of its own for one person, with one empty page. */
  openWindow(options?: WindowOptions): Promise<Page>;
  /** Troubles that match are part of this test. */
  expectTrouble(pattern: RegExp): void;
  /** What went wrong inside the pages so far, without what was expected. */
  findTroubles(): string[];
  /** Pictures of all pages, for a person who wonders why the test failed. */
  savePictures(name: string): Promise<void>;
  close(): Promise<void>;
}

export function openStage(browser: Browser, baseURL: string): Stage {
  const profiles: Profile[] = [];
  const troubles: string[] = [];
  const expected: RegExp[] = [];

  function watch(page: Page): void {
    page.on('pageerror', (error) => troubles.push(`exception: ${error.stack ?? error.message}`));
    page.on('console', (entry) => {
      if (OF_TESTS.test(entry.text())) return;
      if (entry.type() === 'error' || entry.type() === 'warning') {
        troubles.push(`console ${entry.type()}: ${entry.text()} (${entry.location().url})`);
      }
    });
  }

  return {
    async openWindow({ token, size = 'wide', hasMotion, ...device } = {}) {
      const profile = await takeProfile(browser, baseURL, device);
      profiles.push(profile);
      await profile.blank.evaluate(resetStorage(token));
      // A worker would take it for a window of the app.
      if (device.hasWorker) await profile.blank.close();
      profile.context.on('page', watch);
      const page = await profile.context.newPage();
      if (size !== 'wide') await page.setViewportSize(SIZES[size]);
      if (hasMotion) await page.emulateMedia({ reducedMotion: 'no-preference' });
      return page;
    },
    expectTrouble: (pattern) => {
      expected.push(pattern);
    },
    findTroubles: () => troubles.filter((text) => !expected.some((pattern) => pattern.test(text))),
    async savePictures(name) {
      mkdirSync(artifacts, { recursive: true });
      const pages = profiles.flatMap(({ context, blank }) =>
        context.pages().filter((page) => page !== blank),
      );
      for (const [index, page] of pages.entries()) {
        const path = join(artifacts, `${name.replaceAll(/[^\w]+/g, '-')}-${index + 1}.png`);
        await page.screenshot({ path }).catch(() => undefined);
      }
    },
    async close() {
      await Promise.all(profiles.map(giveBack));
    },
  };
}

/** What the browser keeps for a person: storage, cookies, and scripts that it has compiled. */
interface Profile {
  /** Of which windows, at which address. */
  kind: string;
  context: BrowserContext;
  /** An empty page at the address of the app, which reaches its storage. */
  blank: Page;
}

/** Of flows that have ended: a window in one of them needs half the time, since the scripts of the app are compiled. */
const free: Profile[] = [];
const MAX_FREE = 8;

async function takeProfile(
  browser: Browser,
  baseURL: string,
  { isTouch = false, hasWorker = false }: Pick<WindowOptions, 'isTouch' | 'hasWorker'>,
): Promise<Profile> {
  const kind = JSON.stringify([baseURL, isTouch, hasWorker]);
  const index = free.findIndex(
    (one) => one.kind === kind && one.context.browser() === browser && !one.blank.isClosed(),
  );
  const [kept] = index < 0 ? [] : free.splice(index, 1);
  if (kept) return kept;
  const context = await browser.newContext({
    baseURL,
    viewport: SIZES.wide,
    hasTouch: isTouch,
    reducedMotion: 'reduce',
    // Nothing may depend on where the reader lives or how times are written there.
    locale: 'en-US',
    timezoneId: 'Asia/Kolkata',
    serviceWorkers: hasWorker ? 'allow' : 'block',
  });
  context.setDefaultTimeout(WAIT_LIMIT_MS);
  await context.addInitScript({ content: NOTE_NOTICES });
  await context.addInitScript({ content: COUNT_WRITES });
  const blank = await context.newPage();
  blank.on('crash', () => void blank.close());
  await blank.route('/', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await blank.goto('/');
  await blank.unrouteAll();
  return { kind, context, blank };
}

/** Closes the windows. The profile is free again, unless it had a worker or its test has closed it. */
async function giveBack(profile: Profile): Promise<void> {
  const { context, blank } = profile;
  const pages = context.pages().filter((page) => page !== blank);
  // A route that still answers would fail in the next test.
  await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  if (blank.isClosed()) return context.close();
  await Promise.all(pages.map((page) => page.close()));
  context.removeAllListeners('page');
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    context.setOffline(false),
  ]);
  free.push(profile);
  if (free.length > MAX_FREE) await free.shift()?.context.close();
}

/** Runs in a page: leaves nothing of an earlier visit but a session. */
const resetStorage = (token: string | undefined) => `(async () => {
  const token = ${JSON.stringify(token ?? null)};
  localStorage.clear();
  if (token !== null) localStorage.setItem('token', token);
  for (const name of (await navigator.storageBuckets?.keys()) ?? [])
    await navigator.storageBuckets.delete(name);
  for (const { name } of await indexedDB.databases()) {
    await new Promise((resolve) => {
      const deletion = indexedDB.deleteDatabase(name);
      deletion.onsuccess = deletion.onerror = resolve;
    });
  }
  if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name);
})()`;

/** Runs in each page: keeps the words of every notice, which is gone after two seconds, however slow the test is. */
const NOTE_NOTICES = `{
  const told = [];
  window.toldNotices = told;
  const note = (node) => {
    if (!(node instanceof HTMLElement)) return;
    const inside = node.querySelectorAll('[data-sonner-toast]');
    const notices = node.matches('[data-sonner-toast]') ? [node, ...inside] : [...inside];
    told.push(...notices.map(({ textContent }) => textContent));
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(note);
  }).observe(document, { childList: true, subtree: true });
}`;

/**
 * Runs in each page: counts the writes to the cache, and reports one that has no cause as an error, which fails the flow.
 * Devtools, while it is open, does the same.
 */
const COUNT_WRITES = `{
  let depth = 0;
  window.countedWrites = 0;
  window.observeCacheWrites = (cause, run) => {
    if (depth === 0) window.countedWrites += 1;
    if (depth === 0 && cause.kind === 'unexplained')
      console.error('A write to the cache has no cause: ' + new Error().stack);
    depth += 1;
    try {
      return run();
    } finally {
      depth -= 1;
    }
  };
}`;
