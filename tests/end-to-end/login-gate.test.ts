/** A login proxy or a firewall in front of the server answers in its place for a while. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
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

describe('A gate in front of the server', () => {
  test.for(['redirect', 403] as const)(
    'that answers with %s is named, reached by a reload, and nothing is lost',
    async (answer, { stage, gate, ada, ben }) => {
      stage.expectTrouble(ECHO);
      stage.expectTrouble(/CORS policy|Service Worker|service worker|Manifest/i);
      const page = await stage.openWindow({ token: ada.token, hasWorker: true });
      await page.goto('/');
      await waitForHome(page);
      await eventually(
        () => page.evaluate(() => navigator.serviceWorker.controller !== null),
        true,
      );
      await openConversation(page, ben.fullName);
      await sendText(page, 'before');
      await message(page, 'before').and(page.locator('[data-state=sent]')).waitFor();

      gate.close(answer);
      await sendPicture(page, makePngFile('during.png'));
      await sendText(page, 'during');
      await box(page).fill('half a draft');
      await page.getByText(SAID).filter({ visible: true }).first().waitFor();
      expect(await readToken(page)).toBe(ada.token);

      // From the cache, which is how it opens without a network; it soon knows.
      await page.reload();
      await signIn(page).waitFor();

      gate.open();
      await page.goto(`${gate.url}/?with=${ben.id}`);
      await waitForHome(page);
      await message(page, 'during').and(page.locator('[data-state=sent]')).waitFor();
      expect(await page.getByRole('log').locator('img[alt^="Image from you"]').count()).toBe(1);
      await eventually(() => box(page).inputValue(), 'half a draft');
      await row(page, ben.fullName).waitFor();
      expect(await readToken(page)).toBe(ada.token);
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
    },
  );

  test('that was closed before the start is reached by the second reload at the latest', async ({
    stage,
    gate,
    ada,
  }) => {
    stage.expectTrouble(ECHO);
    stage.expectTrouble(/CORS policy|Service Worker|service worker|Manifest/i);
    const page = await stage.openWindow({ token: ada.token, hasWorker: true });
    await page.goto('/');
    await waitForHome(page);
    await eventually(() => page.evaluate(() => navigator.serviceWorker.controller !== null), true);
    gate.close('redirect');
    await page.goto('about:blank');
    await page.goto(gate.url);
    await page.getByText(SAID).or(signIn(page)).filter({ visible: true }).first().waitFor();
    await page.reload();
    await signIn(page).waitFor();
    expect(page.url()).toBe(`${gate.loginUrl}/`);
  });
});
