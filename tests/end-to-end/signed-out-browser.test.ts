/** What a browser still has on its disk of somebody who has logged out: nothing. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import {
  eventually,
  logIn,
  logOut,
  message,
  openConversation,
  row,
  sendPicture,
  sendText,
} from '../support/actions.ts';
import { makePerson, register, sendByCall } from '../support/backends.ts';
import { installChromium } from '../support/chromium.ts';
import { readStored } from '../support/device.ts';
import { makeFlowTest } from '../support/flow.ts';
import { makePngFile } from '../support/pictures.ts';
import { untilControlled } from '../support/push-browser.ts';

const test = makeFlowTest('our server');

test('A browser keeps nothing of somebody who has logged out', async ({ backend }) => {
  const ada = await register(backend, makePerson('Ada'));
  const ben = await register(backend, makePerson('Benedikta'));
  await sendByCall(backend, ben, ada, { text: 'Overheard by nobody' });
  const profile = mkdtempSync(join(tmpdir(), 'duet-profile-'));
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }));
  const { executablePath, env } = installChromium();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    env: { PATH: process.env.PATH ?? '', ...env },
    baseURL: backend.url,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await context.newPage();
  await logIn(page, ada);
  await openConversation(page, ben.fullName);
  await message(page, 'Overheard by nobody').waitFor();
  await sendText(page, 'Said in confidence');
  await sendPicture(page, makePngFile('secret.png'));
  // The service worker then stores what is viewed.
  await untilControlled(page);
  await page.reload();
  await row(page, ben.fullName).waitFor();
  await message(page, 'Said in confidence').waitFor();
  await logOut(page);
  await eventually(() => page.evaluate(() => caches.has('pictures')), false);
  await eventually(
    async () => /Benedikta|Overheard|confidence|media/.test(await readStored(page)),
    false,
  );
  const stored = await page.evaluate(async () => JSON.stringify(localStorage));
  await context.close();

  expect(stored).not.toMatch(/Benedikta|Overheard|confidence/);
  const files = listFiles(profile);
  expect(files.filter((path) => /Cache/.test(path)).length).toBeGreaterThan(0);
  // A stored answer may be compressed; its address is not.
  const traces = ['Benedikta', 'Overheard', 'confidence', `${backend.url}/api/v1/`];
  const found = files.filter((path) => {
    const bytes = readFileSync(path, 'latin1');
    return traces.some((trace) => bytes.includes(trace));
  });
  expect(found.map((path) => path.slice(profile.length))).toEqual([]);
});

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}
