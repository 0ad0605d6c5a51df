/**
 * The app against a backend at another origin, which is fixed when the client is built. That backend's
 * CORS lets through the two headers of the contract and no other.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  about,
  conversation,
  eventually,
  message,
  messages,
  openConversation,
  row,
  sendText,
  signUp,
} from '../support/actions.ts';
import { makePerson } from '../support/backends.ts';
import { launchBrowser, openStage, type Stage } from '../support/browser.ts';
import { findFreePort } from '../support/free-port.ts';
import { makePng } from '../support/pictures.ts';
import { type PlainBackend, startPlainBackend } from '../support/plain-backend.ts';
import { projectRoot } from '../support/source-files.ts';
import { serveClient } from '../support/static-client.ts';

const run = promisify(execFile);

describe('A backend at another origin', () => {
  let directory: string;
  let backend: PlainBackend;
  let site: Server;
  let siteUrl: string;
  let browser: Browser;
  let stage: Stage;

  beforeAll(async () => {
    const port = await findFreePort();
    siteUrl = `http://127.0.0.1:${port}`;
    backend = await startPlainBackend({ clientOrigin: siteUrl });
    directory = await mkdtemp(join(tmpdir(), 'duet-client-'));
    await run(
      process.execPath,
      ['node_modules/@rsbuild/core/bin/rsbuild.js', 'build', '--dist-path', directory],
      {
        cwd: projectRoot,
        env: { ...process.env, NODE_ENV: 'production', PUBLIC_API_URL: backend.url },
      },
    );
    site = createServer((request, response) => {
      serveClient(directory, new URL(request.url ?? '/', siteUrl).pathname, response);
    });
    await new Promise<void>((resolve) => site.listen(port, '127.0.0.1', resolve));
    browser = await launchBrowser();
  });
  beforeEach(() => {
    stage = openStage(browser, siteUrl);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await stage.savePictures(task.name);
    await stage.close();
  });
  afterAll(async () => {
    await browser.close();
    site.closeAllConnections();
    site.close();
    await backend.stop();
    await rm(directory, { recursive: true, force: true });
  });

  test('is used by the app whole, within its strict CORS (CALL-9)', async () => {
    const adas = await stage.openWindow();
    await signUp(adas, makePerson('Ada'));
    const bens = await stage.openWindow();
    await signUp(bens, makePerson('Ben'));
    await row(adas, 'Ben').getByText('Online').waitFor();
    await openConversation(adas, 'Ben');
    await openConversation(bens, 'Ada');
    await sendText(adas, 'Across origins');
    await message(bens, 'Across origins').waitFor();
    expect(backend.trespasses).toEqual([]);
    expect(stage.findTroubles()).toEqual([]);
  });

  test('may name pictures from its own root', async () => {
    const adas = await stage.openWindow();
    await signUp(adas, makePerson('Ada'));
    const [cleo, ada] = [makePerson('Cleo'), backend.world.users.at(-1)];
    const { user } = backend.world.signUp({ ...cleo });
    const [face, photo] = ['/media/face.png', 'media/photo.png'];
    const listed = backend.world.users.at(-1);
    if (!ada || !listed) throw new Error('Nobody has signed up.');
    listed.profilePic = face;
    const body = makePng(300, 200);
    await adas.route(`${backend.url}/media/**`, (route) =>
      route.fulfill({ body, contentType: 'image/png' }),
    );
    backend.world.send(user._id, ada._id, { image: photo });
    await adas.reload();
    await openConversation(adas, cleo.fullName);
    const live = backend.world.send(user._id, ada._id, { image: '/media/live.png' });
    backend.emitTo(ada._id, 'newMessage', live);
    const pictures = messages(adas).locator('.with-picture img');
    await eventually(
      () => pictures.evaluateAll((all) => all.map((one) => one.getAttribute('src'))),
      [`${backend.url}/${photo}`, `${backend.url}/media/live.png`],
    );
    for (const place of [row(adas, cleo.fullName), conversation(adas).locator('header')]) {
      expect(await place.locator('img').getAttribute('src')).toBe(backend.url + face);
    }
    await eventually(() => about(adas, cleo.fullName).locator('ul img').count(), 2);
    expect(backend.trespasses).toEqual([]);
    expect(stage.findTroubles()).toEqual([]);
  });
});
