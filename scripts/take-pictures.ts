/**
 * `npm run pictures`: takes the README's pictures (`docs/pictures/`) of the last build, with its own demo data. It uses the
 * browser of the tests. The pictures depend on its fonts: set CHROMIUM_PATH to a browser with many fonts.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { io, type Socket } from 'socket.io-client';
import { DEMO_PASSWORD, emailOf } from '../server/seed/people.ts';
import { seedDataFolder } from '../server/seed/seed-data-folder.ts';
import { paths, pathTo } from '../src/protocol/http.ts';
import { callApi, readField } from '../tests/support/backends.ts';
import { launchBrowser, SIZES } from '../tests/support/browser.ts';
import { startServerProcess } from '../tests/support/server-process.ts';

const folder = join(import.meta.dirname, '../docs/pictures');

/** Who is online, beside Elin, whose screen is shown. */
const ONLINE: readonly string[] = [
  'mateo',
  'amina',
  'priya',
  'siobhan',
  'sara',
  'seun',
  'zeynep',
  'ruth',
];

interface Shot {
  name: string;
  size: { width: number; height: number };
  theme: 'light' | 'dark';
  isTouch?: boolean;
  isSignedOut?: boolean;
  /** Goes from the first screen to the screen of the picture. */
  go?(page: Page): Promise<void>;
}

/** Half a laptop's width: the pictures are shown small. */
const HALF = { width: 1120, height: 720 };

const SHOTS: readonly Shot[] = [
  { name: 'conversation-light', size: SIZES.wide, theme: 'light', go: openMateo },
  { name: 'conversation-dark', size: HALF, theme: 'dark', go: openPriya },
  { name: 'viewer', size: HALF, theme: 'light', go: viewPicture },
  { name: 'search', size: HALF, theme: 'light', go: searchMateo },
  { name: 'blocking', size: HALF, theme: 'light', go: askToBlock },
  { name: 'sign-up', size: HALF, theme: 'light', isSignedOut: true },
  { name: 'list-small', size: SIZES.small, theme: 'light', isTouch: true },
  { name: 'conversation-small', size: SIZES.small, theme: 'dark', isTouch: true, go: openMateo },
  { name: 'devtools', size: SIZES.wide, theme: 'light', go: openHood },
  { name: 'fault-lab', size: SIZES.wide, theme: 'dark', go: openLab },
];

const dataDir = mkdtempSync(join(tmpdir(), 'duet-pictures-'));
const sockets: Socket[] = [];
try {
  await seedDataFolder(dataDir, Date.now());
  const server = await startServerProcess({ DATA_DIR: dataDir });
  try {
    sockets.push(...(await Promise.all(ONLINE.map((key) => connect(server.url, key)))));
    const browser = await launchBrowser();
    try {
      mkdirSync(folder, { recursive: true });
      for (const shot of SHOTS) await take(browser, server.url, shot);
    } finally {
      await browser.close();
    }
  } finally {
    for (const socket of sockets) socket.close();
    await server.dispose();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

async function take(browser: Browser, url: string, shot: Shot): Promise<void> {
  const { token } = await signIn(url, 'elin');
  const context = await browser.newContext({
    serviceWorkers: 'block',
    baseURL: url,
    locale: 'en-US',
    viewport: shot.size,
    deviceScaleFactor: 2,
    colorScheme: shot.theme,
    hasTouch: shot.isTouch ?? false,
    reducedMotion: 'no-preference',
    ...(!shot.isSignedOut && {
      storageState: {
        cookies: [],
        origins: [{ origin: url, localStorage: [{ name: 'token', value: token }] }],
      },
    }),
  });
  const page = await context.newPage();
  await page.goto('/');
  if (!shot.isSignedOut) {
    await page
      .getByText('Online')
      .nth(ONLINE.length - 1)
      .waitFor();
  }
  await shot.go?.(page);
  // The fault lab may leave calls open.
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined);
  await waitForPictures(page);
  const path = join(folder, `${shot.name}.png`);
  await page.screenshot({ path, caret: 'hide' });
  console.log(`${shot.name}.png  ${Math.round(statSync(path).size / 1024)} kB`);
  await context.close();
}

async function openMateo(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Mateo Ibarra' }).click();
  await page.getByText('It would be. Bring it.').last().waitFor();
}

async function searchMateo(page: Page): Promise<void> {
  await openMateo(page);
  await page.getByRole('button', { name: 'Search the conversation' }).click();
  await page.getByLabel('Search messages').fill('train');
  await page.getByRole('list', { name: 'Results' }).getByRole('listitem').first().waitFor();
}

async function openPriya(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Priya Raghunathan' }).click();
  await page.getByText('I can see you. Turn around').last().waitFor();
}

/** A picture of the Media grid, which is beside it. */
async function viewPicture(page: Page): Promise<void> {
  await openMateo(page);
  const media = page.getByRole('region', { name: 'About Mateo Ibarra' });
  await media.getByRole('listitem').nth(1).hover();
  await media
    .getByRole('button', { name: /^Enlarge/ })
    .nth(1)
    .click();
  await page.getByRole('button', { name: 'Zoom in' }).waitFor();
}

async function askToBlock(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Luca Ferrante' }).click();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByRole('dialog').waitFor();
}

/** The list of cache writes while Mateo writes. */
async function openHood(page: Page): Promise<void> {
  await openMateo(page);
  await page.evaluate('toggleDevtools()');
  const { origin } = new URL(page.url());
  const [elin, mateo] = await Promise.all([signIn(origin, 'elin'), signIn(origin, 'mateo')]);
  for (const text of ['Are you there?', 'Look under the hood.']) {
    const path = pathTo(paths.send, elin.id);
    await callApi({ url: origin }, 'POST', path, { token: mateo.token, body: { text } });
    await page.getByText(text).first().waitFor();
  }
  await page.getByRole('button', { name: 'Cache writes' }).click();
  await page.getByText('event newMessage').first().waitFor();
}

async function openLab(page: Page): Promise<void> {
  page.on('dialog', (question) => question.accept());
  await page.goto('/#lab?seed=7&latencyMs=250&errors=0.2&duplicates=0.2');
  await page.reload();
  await openMateo(page);
  await page.evaluate('toggleDevtools()');
  await page.getByRole('button', { name: 'Fault lab', exact: true }).click();
}

/** Pictures below the visible part load when they are scrolled into view. */
async function waitForPictures(page: Page): Promise<void> {
  await page.waitForFunction(
    '[...document.images].every((image) => image.complete || image.loading === "lazy")',
  );
}

async function signIn(url: string, key: string): Promise<{ token: string; id: string }> {
  const body = { email: emailOf(key), password: DEMO_PASSWORD };
  const answer = await callApi({ url }, 'POST', paths.auth('login'), { body });
  const token = String(readField(answer, 'token'));
  return { token, id: String(readField(readField(answer, 'userData'), '_id')) };
}

/** Keeps somebody online. */
async function connect(url: string, key: string): Promise<Socket> {
  const { token, id } = await signIn(url, key);
  const socket = io(url, { query: { userId: id }, auth: { token }, transports: ['websocket'] });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}
