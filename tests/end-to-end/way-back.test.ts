/** The system's Back on a phone or a tablet: one step takes away one thing, and the rest stays as it was. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  conversation,
  enter,
  eventually,
  hasFocus,
  openConversation,
  people,
  row,
} from '../support/actions.ts';
import { type Backend, type Member, sendByCall } from '../support/backends.ts';
import { SIZES } from '../support/browser.ts';
import { makeFlowTest } from '../support/flow.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

const phone = { size: 'small', isTouch: true } as const;
const upright = SIZES.small;
const sideways = { width: upright.height, height: upright.width };

const search = (page: Page) => page.getByRole('search', { name: 'Search the conversation' });
const words = (page: Page) => page.getByRole('searchbox', { name: 'Words to look for' });
const emoji = (page: Page) => page.getByRole('dialog', { name: 'Emoji' });
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Pictures with Ben' });
const enlarge = (page: Page) => page.getByRole('log').getByRole('button', { name: /^Enlarge/ });
const ben = (page: Page) => conversation(page).getByRole('heading', { name: 'Ben' });

const readOverlays = (page: Page): Promise<number> =>
  page.evaluate(() => history.state.overlays?.length ?? 0);

const isAtConversation = (page: Page): Promise<boolean> =>
  page.evaluate(() => history.state.isConversation === true);

async function openSearch(page: Page): Promise<void> {
  await conversation(page).getByRole('button', { name: 'Search the conversation' }).tap();
  await words(page).fill('needle');
  await search(page).getByText('1 result').waitFor();
}

async function sendNeedle(backend: Backend, from: Member, to: Member): Promise<void> {
  await sendByCall(backend, from, to, { text: 'A needle' });
  await sendByCall(backend, from, to, { image: makeDataUrl(makePng(300, 200)) });
}

describe('The system’s Back', () => {
  const test = makeFlowTest('our server');

  test('leaves the search of a conversation open when what stood over it is closed', async ({
    stage,
    backend,
    ada,
    ben: sender,
  }) => {
    await sendNeedle(backend, sender, ada);
    const page = await enter(stage, ada, phone);
    await openConversation(page, 'Ben');
    await openSearch(page);

    for (const close of [
      () => viewer(page).getByRole('button', { name: 'Close' }).tap(),
      () => page.goBack(),
    ]) {
      await enlarge(page).tap();
      await viewer(page).waitFor();
      await eventually(() => readOverlays(page), 2);
      await close();
      await eventually(() => viewer(page).count(), 0);
      await eventually(() => readOverlays(page), 1);
      expect(await words(page).inputValue()).toBe('needle');
    }

    for (const close of [() => words(page).tap(), () => page.goBack()]) {
      await words(page).tap();
      await conversation(page).getByRole('button', { name: 'Emoji' }).tap();
      await emoji(page).waitFor();
      await close();
      await eventually(() => emoji(page).count(), 0);
      await eventually(() => readOverlays(page), 1);
      expect(await words(page).inputValue()).toBe('needle');
    }
    await page.goBack();
    await eventually(() => search(page).count(), 0);
    expect(await ben(page).isVisible()).toBe(true);
    await page.goBack();
    await row(page, 'Ben').waitFor();
    expect(await readOverlays(page)).toBe(0);
  });

  test('finds nothing left of two things that one step or a reload has closed', async ({
    stage,
    backend,
    ada,
    ben: sender,
  }) => {
    await sendNeedle(backend, sender, ada);
    const page = await enter(stage, ada, phone);
    await openConversation(page, 'Ben');
    await openSearch(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Go to a person' }).waitFor();
    await eventually(() => readOverlays(page), 2);
    await page.evaluate(() => history.go(-2));
    await eventually(() => page.getByRole('dialog').or(search(page)).count(), 0);
    expect(await ben(page).isVisible()).toBe(true);

    await openSearch(page);
    await enlarge(page).tap();
    await viewer(page).waitFor();
    await page.reload();
    await ben(page).waitFor();
    await openSearch(page);
    await page.goBack();
    await eventually(() => search(page).count(), 0);
    expect(await ben(page).isVisible()).toBe(true);
  });

  test('leads to the list when a phone was turned upright with a conversation open', async ({
    stage,
    backend,
    ada,
    ben: sender,
  }) => {
    await sendNeedle(backend, sender, ada);
    const page = await enter(stage, ada, phone);
    await page.setViewportSize(sideways);
    await openConversation(page, 'Ben');
    await page.setViewportSize(upright);
    await eventually(() => isAtConversation(page), true);
    await page.goBack();
    await row(page, 'Ben').waitFor();
    expect(await isAtConversation(page)).toBe(false);

    // With a picture open it is that which goes first.
    await page.setViewportSize(sideways);
    await openConversation(page, 'Ben');
    await enlarge(page).tap();
    await viewer(page).waitFor();
    await page.setViewportSize(upright);
    await people(page).waitFor({ state: 'hidden' });
    await page.goBack();
    await eventually(() => viewer(page).count(), 0);
    await eventually(() => isAtConversation(page), true);
    expect(await ben(page).isVisible()).toBe(true);
    await page.goBack();
    await row(page, 'Ben').waitFor();
  });

  test('closes the account menu, and returns from the profile to the list in one step', async ({
    stage,
    ada,
    ben: _ben,
  }) => {
    const page = await enter(stage, ada, phone);
    const address = page.url();
    const menu = page.getByRole('list', { name: 'Menu' });
    const openMenu = async () => {
      await page.getByRole('button', { name: 'Menu' }).tap();
      await menu.waitFor();
    };
    await openMenu();
    await page.goBack();
    await eventually(() => menu.count(), 0);
    expect(page.url()).toBe(address);

    await openMenu();
    await page.getByRole('link', { name: 'Edit Profile' }).tap();
    await page.getByRole('heading', { name: 'Profile Details' }).waitFor();
    await page.goBack();
    await row(page, 'Ben').waitFor();
    expect(await readOverlays(page)).toBe(0);
    expect(page.url()).toBe(address);
  });

  test('knows nothing of an account menu that opened since the keyboard’s focus came by', async ({
    stage,
    ada,
    ben: _ben,
  }) => {
    const page = await enter(stage, ada, phone);
    const menu = page.getByRole('list', { name: 'Menu' });
    const button = page.getByRole('button', { name: 'Menu' });
    const places = () => page.evaluate(() => history.length);
    const before = await places();
    await page.getByPlaceholder('Seacrch any user...').focus();
    await page.keyboard.press('Shift+Tab');
    await menu.waitFor();
    expect(await hasFocus(button)).toBe(true);
    expect(await readOverlays(page)).toBe(0);
    await page.keyboard.press('Escape');
    await eventually(() => menu.count(), 0);
    expect(await places()).toBe(before);

    await page.keyboard.press('Enter');
    await menu.waitFor();
    await eventually(() => readOverlays(page), 1);
    await page.keyboard.press('Escape');
    await eventually(() => readOverlays(page), 0);
    await page.getByPlaceholder('Seacrch any user...').focus();
    await page.keyboard.press('Shift+Tab');
    await menu.waitFor();
    expect(await readOverlays(page)).toBe(0);
  });

  test('closes the shortcuts over a profile with edits, and asks nothing before it would leave that', async ({
    stage,
    ada,
    ben: _ben,
  }) => {
    const page = await enter(stage, ada, phone);
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('link', { name: 'Edit Profile' }).tap();
    const name = page.getByPlaceholder('Your name');
    await name.fill('Ada King');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    for (const close of [
      () => sheet.getByRole('button', { name: 'Close' }).tap(),
      () => page.goBack(),
    ]) {
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).tap();
      await sheet.waitFor();
      await eventually(() => readOverlays(page), 1);
      await close();
      await eventually(() => sheet.count(), 0);
      await eventually(() => readOverlays(page), 0);
      expect(await question.count()).toBe(0);
      expect(await name.inputValue()).toBe('Ada King');
    }
    await page.goBack();
    await question.getByRole('button', { name: 'Discard changes' }).tap();
    await row(page, 'Ben').waitFor();
  });
});
