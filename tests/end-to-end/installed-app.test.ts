/** The installed app: it opens without a network, keeps nothing that it should not, and is renewed when asked. */
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import {
  box,
  enter,
  eventually,
  message,
  openConversation,
  openShortcuts,
  row,
} from '../support/actions.ts';
import { callApi, makePerson, register, sendByCall } from '../support/backends.ts';
import { openStage } from '../support/browser.ts';
import { describeFlow, ECHO, withBrowser } from '../support/flow.ts';
import { untilKept } from '../support/kept.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { untilControlled } from '../support/push-browser.ts';
import { startServer } from '../support/server.ts';
import { builtClient } from '../support/static-client.ts';

/** Paths of everything that the worker keeps. */
const readCached = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

describeFlow('The installed app', (test) => {
  test('opens without a network, no call ever passes through its caches, and pictures go with the session that ends by itself', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    stage.expectTrouble(ECHO);
    for (const text of ['Kept for later', 'The last'])
      await sendByCall(backend, ben, ada, { text });
    const page = await enter(stage, ada, { hasWorker: true });
    await untilControlled(page);
    await openConversation(page, 'Ben');
    await message(page, 'Kept for later').waitFor();
    await untilKept(page, 'Kept for later', '"fullName":"Ben"', '"fullName":"Ada"');
    await page.context().setOffline(true);
    for (const path of ['/profile', `/?with=${ben.id}`]) {
      await page.goto(path);
      await page.locator('#root main').waitFor();
    }
    await row(page, 'Ben').waitFor();
    await message(page, 'Kept for later').waitFor();
    const kept = await readCached(page);
    expect(kept).toContain('/index.html');
    expect(kept.filter((path) => /^\/(socket\.io|api\/(?!.*\/media\/))/.test(path))).toEqual([]);
    await page.context().setOffline(false);

    // What was looked at is kept.
    await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(120, 80)) });
    const countPictures = async () =>
      (await readCached(page)).filter((path) => path.includes('/media/')).length;
    await eventually(async () => (await countPictures()) > 0, true);

    // The browser throws the worker away: no word of a new version.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', {
      origin: new URL(page.url()).origin,
      storageTypes: 'service_workers',
    });
    await page.waitForFunction(() => navigator.serviceWorker.controller === null);
    expect(await page.getByText('A new version of Duet is ready.').count()).toBe(0);

    await callApi(backend, 'POST', '/auth/logout', { token: ada.token });
    await page.getByRole('heading', { name: 'Login', exact: true }).waitFor();
    await eventually(countPictures, 0);
  });

  test('offers without a worker the new version when its own code is gone, and what was written stays', async ({
    stage,
    ada,
    ben,
  }) => {
    stage.expectTrouble(ECHO);
    const page = await enter(stage, ada);
    // Then what lies over the screens is loaded.
    await openShortcuts(page);
    await page.keyboard.press('Escape');
    await openConversation(page, ben.fullName);
    await box(page).fill('Half a thought');
    const late = '**/static/js/async/*.js';
    const openEmoji = () => page.getByRole('button', { name: 'Emoji' }).click();
    const offer = page.getByRole('region', { name: 'Update' });

    await page.route(late, (route) => route.abort());
    const asked = page.waitForRequest((request) => request.method() === 'HEAD');
    await openEmoji();
    await asked;
    expect(await offer.count()).toBe(0);

    await page.unroute(late);
    await page.route(late, (route) => route.fulfill({ status: 404, json: { success: false } }));
    await openEmoji();
    await offer.waitFor();
    await page.unroute(late);
    await offer.getByRole('button', { name: 'Reload' }).click();
    await offer.waitFor({ state: 'detached' });
    await eventually(() => box(page).inputValue(), 'Half a thought');
  });

  test('is described by a manifest whose icons are of the sizes that it names', async ({
    backend,
  }) => {
    const answer = await fetch(`${backend.url}/manifest.webmanifest`);
    expect(answer.headers.get('content-type')).toContain('application/manifest+json');
    const manifest: { icons: { src: string; sizes: string; purpose: string }[] } =
      await answer.json();
    expect(manifest).toMatchObject({ name: 'Duet', display: 'standalone', start_url: '/' });
    const drawn = manifest.icons.filter(({ src }) => src.endsWith('.png'));
    expect(new Set(drawn.map(({ purpose }) => purpose))).toEqual(new Set(['any', 'maskable']));
    for (const { src, sizes } of drawn) {
      const icon = Buffer.from(await (await fetch(backend.url + src)).arrayBuffer());
      // Width and height stand at fixed places of a PNG.
      expect(`${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}`, src).toBe(sizes);
    }
  });
});

withBrowser(
  'The worker keeps the page of its own build or nothing yet, offers a new version, and changes nothing before a press',
  async ({ browser }) => {
    const appFolder = mkdtempSync(join(tmpdir(), 'duet-version-'));
    cpSync(builtClient, appFolder, { recursive: true });
    const change = (name: string, added: string) => {
      for (const packed of ['br', 'gz'])
        rmSync(join(appFolder, `${name}.${packed}`), { force: true });
      appendFileSync(join(appFolder, name), added);
    };
    change('index.html', '<!-- Of another build. -->');
    const server = await startServer({ appFolder });
    const stage = openStage(browser, server.url);
    onTestFinished(async () => {
      await stage.close();
      await server.close();
      rmSync(appFolder, { recursive: true, force: true });
    });
    const ada = await register(server, makePerson('Ada'));
    await register(server, makePerson('Ben'));
    const page = await enter(stage, ada, { hasWorker: true });
    const outcome = await page.evaluate(async () => {
      const { installing } = await navigator.serviceWorker.register('/service-worker.js');
      return new Promise((resolve) => {
        installing?.addEventListener('statechange', () => resolve(installing.state));
      });
    });
    expect(outcome).toBe('redundant');
    cpSync(join(builtClient, 'index.html'), join(appFolder, 'index.html'));
    await page.reload();
    await untilControlled(page);

    await openConversation(page, 'Ben');
    const offer = page.getByText('A new version of Duet is ready.');
    expect(await offer.count()).toBe(0);
    // A build differs in what its worker keeps.
    change('service-worker.js', '\n// Another build.\n');
    await page.evaluate('window.stillHere = true');
    await box(page).fill('In the middle of a sentence');
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await offer.waitFor();
    await box(page).pressSequentially(', still');
    expect(await page.evaluate('window.stillHere')).toBe(true);

    await page.getByRole('button', { name: 'Reload' }).click();
    await page.waitForFunction(() => !Reflect.has(window, 'stillHere'));
    await eventually(() => box(page).inputValue(), 'In the middle of a sentence, still');
    expect(stage.findTroubles()).toEqual([]);
  },
);
