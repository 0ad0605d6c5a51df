/**
 * The app against a backend at another origin, which is fixed when the client is built. That backend's
 * CORS lets through the two headers of the contract and no other.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { message, openConversation, row, sendText, signUp } from '../support/actions.ts';
import { makePerson } from '../support/backends.ts';
import { openStage } from '../support/browser.ts';
import { withBrowser } from '../support/flow.ts';
import { findFreePort } from '../support/free-port.ts';
import { startPlainBackend } from '../support/plain-backend.ts';
import { projectRoot } from '../support/source-files.ts';
import { serveClient } from '../support/static-client.ts';

const run = promisify(execFile);

withBrowser(
  'A backend at another origin is used by the app whole, within its strict CORS (CALL-9)',
  async ({ browser }) => {
    const port = await findFreePort();
    const siteUrl = `http://127.0.0.1:${port}`;
    const backend = await startPlainBackend({ clientOrigin: siteUrl });
    onTestFinished(() => backend.stop());
    const directory = await mkdtemp(join(tmpdir(), 'duet-client-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    await run(
      process.execPath,
      ['node_modules/@rsbuild/core/bin/rsbuild.js', 'build', '--dist-path', directory],
      {
        cwd: projectRoot,
        env: { ...process.env, NODE_ENV: 'production', PUBLIC_API_URL: backend.url },
      },
    );
    const site = createServer((request, response) => {
      serveClient(directory, new URL(request.url ?? '/', siteUrl).pathname, response);
    });
    await new Promise<void>((resolve) => site.listen(port, '127.0.0.1', resolve));
    const stage = openStage(browser, siteUrl);
    onTestFinished(async () => {
      await stage.close();
      site.closeAllConnections();
      site.close();
    });

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
  },
);
