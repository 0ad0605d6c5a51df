/** Logging out loses nothing silently. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  box,
  enter,
  eventually,
  logIn,
  menuLogOut,
  openConversation,
  openMenu,
  sendPicture,
  sendText,
  waitForHome,
} from '../support/actions.ts';
import { makePerson, register } from '../support/backends.ts';
import { ECHO, makeFlowTest } from '../support/flow.ts';
import { makePngFile } from '../support/pictures.ts';
import { readStates } from '../support/rows.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Log out and discard?' });

async function askToLogOut(page: Page): Promise<void> {
  await openMenu(page);
  await menuLogOut(page).click();
}

/** Once all code has come that comes after the screen's. */
async function goOffline(page: Page): Promise<void> {
  for (const each of page.context().pages()) await each.waitForLoadState('networkidle');
  await page.context().setOffline(true);
}

const test = makeFlowTest('our server');

test('Logging out lists what would be lost, in any window, and discards it only when told to', async ({
  stage,
  backend,
  ada,
  ben: _ben,
}) => {
  stage.expectTrouble(ECHO);
  await register(backend, makePerson('Cleo'));
  const page = await enter(stage, ada);
  const other = await page.context().newPage();
  await other.goto('/');
  await waitForHome(other);
  await openConversation(other, 'Ben');
  await openConversation(page, 'Cleo');
  await goOffline(page);
  await sendText(other, 'Never lose me');
  await sendPicture(other, makePngFile('me.png'));
  await eventually(() => readStates(other), ['waiting', 'waiting']);
  // Nobody waits for a pause in typing.
  await box(page).fill('Dear Cleo');
  await page.getByRole('region', { name: 'About Cleo' }).getByText('Logout').click();
  await question(page).getByText('To Ben:').waitFor();
  expect(await question(page).getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/To Ben:\s*1 message, 1 picture\s*Never lose me/),
    expect.stringMatching(/To Cleo:\s*draft\s*Dear Cleo/),
  ]);
  const stay = question(page).getByRole('button', { name: 'Stay logged in' });
  expect(await stay.evaluate((one) => one === document.activeElement)).toBe(true);
  // Its own edge is not beside it.
  await question(page).click({ position: { x: 6, y: 6 } });
  expect(await question(page).count()).toBe(1);
  await page.keyboard.press('Escape');
  await question(page).waitFor({ state: 'detached' });
  expect(await box(page).inputValue()).toBe('Dear Cleo');
  await eventually(() => readStates(other), ['waiting', 'waiting']);

  await askToLogOut(page);
  await question(page).getByRole('button', { name: 'Log out and discard' }).click();
  await page.getByRole('heading', { name: 'Login' }).waitFor();
  await other.getByRole('heading', { name: 'Login' }).waitFor();
  await page.context().setOffline(false);
  await logIn(page, ada);
  await openConversation(page, 'Cleo');
  expect(await box(page).inputValue()).toBe('');
  await openConversation(page, 'Ben');
  await sendText(page, 'Hello');
  await eventually(() => readStates(page).then(([state]) => state !== 'sending'), true);
  expect(await page.getByText('Never lose me').count()).toBe(0);

  // With nothing to lose nobody is asked.
  await askToLogOut(page);
  await page.getByRole('heading', { name: 'Login' }).waitFor();
});
