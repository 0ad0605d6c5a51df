/** A login proxy or a firewall in front of the server answers in its place for a while. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  box,
  eventually,
  message,
  openConversation,
  row,
  sendPicture,
  sendText,
  waitForHome,
} from '../support/actions.ts';
import { openStage } from '../support/browser.ts';
import { ECHO, withBackend } from '../support/flow.ts';
import { startLoginGate } from '../support/login-gate.ts';
import { makePngFile } from '../support/pictures.ts';
import { untilControlled } from '../support/push-browser.ts';

const test = withBackend('our server')
  .extend('gate', async ({ backend }, { onCleanup }) => {
    const gate = await startLoginGate(backend.url);
    onCleanup(() => gate.dispose());
    return gate;
  })
  .extend('stage', async ({ browser, gate }, { onCleanup }) => {
    const stage = openStage(browser, gate.url);
    onCleanup(() => stage.close());
    return stage;
  });

const SAID = 'A login page or a firewall answers in place of Duet.';
const signIn = (page: Page) => page.getByRole('heading', { name: 'Sign in here' });
const readToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

test('A gate in front of the server is named, reached by a reload, and nothing is lost, with a redirect or a refusal', async ({
  stage,
  gate,
  ada,
  ben,
}) => {
  stage.expectTrouble(ECHO);
  stage.expectTrouble(/CORS policy|Service Worker|service worker|Manifest/i);
  const page = await stage.openWindow({ token: ada.token, hasWorker: true });
  await page.goto('/');
  await waitForHome(page);
  await untilControlled(page);
  await openConversation(page, ben.fullName);
  const untilSent = (text: string) =>
    message(page, text).and(page.locator('[data-state=sent]')).waitFor();
  await sendText(page, 'before');
  await untilSent('before');

  for (const [index, answer] of (['redirect', 403] as const).entries()) {
    gate.close(answer);
    await sendPicture(page, makePngFile('during.png'));
    await sendText(page, `during ${answer}`);
    await box(page).fill(`half a draft ${answer}`);
    await page.getByText(SAID).filter({ visible: true }).first().waitFor();
    expect(await readToken(page)).toBe(ada.token);

    // From the cache, which is how it opens without a network; it soon knows.
    await page.reload();
    await signIn(page).waitFor();

    gate.open();
    await page.goto(`${gate.url}/?with=${ben.id}`);
    await waitForHome(page);
    await untilSent(`during ${answer}`);
    const pictures = page.getByRole('log').locator('img[alt^="Image from you"]');
    expect(await pictures.count()).toBe(index + 1);
    await eventually(() => box(page).inputValue(), `half a draft ${answer}`);
    await row(page, ben.fullName).waitFor();
    expect(await readToken(page)).toBe(ada.token);
  }
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const bodies = await Promise.all(
      names.map(async (name) => {
        const cache = await caches.open(name);
        const found = await Promise.all(
          (await cache.keys()).map(async (key) => (await cache.match(key))?.text()),
        );
        return found.join('');
      }),
    );
    return { names, isForeign: bodies.join('').includes('Sign in here') };
  });
  expect(kept.isForeign).toBe(false);
  expect(kept.names).not.toContain('gate');

  // One that was closed before the start is reached by the second reload at the latest.
  gate.close('redirect');
  await page.goto('about:blank');
  await page.goto(gate.url);
  await page.getByText(SAID).or(signIn(page)).filter({ visible: true }).first().waitFor();
  await page.reload();
  await signIn(page).waitFor();
  expect(page.url()).toBe(`${gate.loginUrl}/`);
});
