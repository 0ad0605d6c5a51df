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
import { message, openConversation, row, sendText, signUp } from '../support/actions.ts';
import { makePerson } from '../support/backends.ts';
import { launchBrowser, openStage, type Stage } from '../support/browser.ts';
import { findFreePort } from '../support/free-port.ts';
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
});
