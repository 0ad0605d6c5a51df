/** The system's Back on a phone or a tablet: one step takes away one thing, and the rest stays as it was. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  box,
  conversation,
  enter,
  enterConversation,
  eventually,
  hasFocus,
  openConversation,
  row,
} from '../support/actions.ts';
import {
  type Backend,
  type Member,
  makePerson,
  register,
  sendByCall,
} from '../support/backends.ts';
import { SIZES } from '../support/browser.ts';
import { makeFlowTest } from '../support/flow.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

const phone = { size: 'small', isTouch: true } as const;
const upright = SIZES.small;

const search = (page: Page) => page.getByRole('search', { name: 'Search the conversation' });
const words = (page: Page) => page.getByRole('searchbox', { name: 'Search messages' });
const emoji = (page: Page) => page.getByRole('dialog', { name: 'Emoji' });
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Pictures with Ben' });
const enlarge = (page: Page) => page.getByRole('log').getByRole('button', { name: /^Enlarge/ });
const ben = (page: Page) => conversation(page).getByRole('heading', { name: 'Ben' });

const welcome = (page: Page) => conversation(page).getByText('Chat anytime, anywhere');
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

async function openSearch(page: Page): Promise<void> {
  await conversation(page).getByRole('button', { name: 'Search the conversation' }).click();
  await words(page).fill('needle');
  await search(page).getByText('1 result').waitFor();
}

async function sendNeedle(backend: Backend, from: Member, to: Member): Promise<void> {
  await sendByCall(backend, from, to, { text: 'A needle' });
  await sendByCall(backend, from, to, { image: makeDataUrl(makePng(300, 200)) });
}

describe('The browser’s Back', () => {
  const test = makeFlowTest('our server');

  test('closes what stands over a conversation, the topmost first', async ({
    stage,
    backend,
    ada,
    ben: sender,
  }) => {
    await sendNeedle(backend, sender, ada);
    const page = await enterConversation(stage, ada, 'Ben', phone);
    await openSearch(page);

    for (const close of [
      () => viewer(page).getByRole('button', { name: 'Close' }).click(),
      () => page.goBack(),
    ]) {
      await enlarge(page).click();
      await viewer(page).waitFor();
      await close();
      await eventually(() => viewer(page).count(), 0);
      expect(await words(page).inputValue()).toBe('needle');
    }
    for (const close of [() => words(page).click(), () => page.goBack()]) {
      await words(page).click();
      await conversation(page).getByRole('button', { name: 'Emoji' }).click();
      await emoji(page).waitFor();
      await close();
      await eventually(() => emoji(page).count(), 0);
      expect(await words(page).inputValue()).toBe('needle');
    }
    await page.goBack();
    await eventually(() => search(page).count(), 0);
    expect(await ben(page).isVisible()).toBe(true);

    // What has closed by itself leaves nothing to press away, also over a reload.
    await enlarge(page).click();
    await viewer(page).waitFor();
    await page.reload();
    await ben(page).waitFor();
    expect(await viewer(page).count()).toBe(0);
    await openSearch(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Go to a person' }).waitFor();
    await page.goBack();
    await eventually(() => page.getByRole('dialog').count(), 0);
    await page.goBack();
    await eventually(() => search(page).count(), 0);
    expect(await ben(page).isVisible()).toBe(true);
    await page.goBack();
    await row(page, 'Ben').waitFor();
    await eventually(() => pathOf(page), '/');
    await page.goForward();
    await ben(page).waitFor();
    await page.goBack();
    await eventually(() => pathOf(page), '/');
  });

  test('leads from a conversation to the one before on a computer, and on a phone to the list', async ({
    stage,
    backend,
    ada,
    ben: sender,
  }) => {
    const cleo = await register(backend, makePerson('Cleo'));
    await sendNeedle(backend, sender, ada);
    const page = await enterConversation(stage, ada, 'Ben');
    await openConversation(page, 'Cleo');
    await page.goBack();
    await ben(page).waitFor();
    await page.goForward();
    await conversation(page).getByRole('heading', { name: 'Cleo' }).waitFor();
    await page.setViewportSize(upright);
    await page.goBack();
    await row(page, 'Ben').waitFor();
    expect(pathOf(page)).toBe('/');

    // From its own address, in a window that shows nothing else before.
    const link = await page.context().newPage();
    await link.goto(`/?with=${cleo.id}`);
    await conversation(link).getByRole('heading', { name: 'Cleo' }).waitFor();
    await eventually(() => link.title(), 'Cleo · Duet');
    await box(link).click();
    await link.goBack();
    await welcome(link).waitFor();
    await link.goForward();
    await conversation(link).getByRole('heading', { name: 'Cleo' }).waitFor();
    await box(link).press('Escape');
    await welcome(link).waitFor();
    await openConversation(link, 'Ben');
    await eventually(() => pathOf(link), `/?with=${sender.id}`);

    const [middle] = await Promise.all([
      link.context().waitForEvent('page'),
      row(link, 'Cleo').click({ button: 'middle' }),
    ]);
    await conversation(middle).getByRole('heading', { name: 'Cleo' }).waitFor();
    expect(await ben(link).isVisible()).toBe(true);
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
    await page.keyboard.press('Escape');
    await eventually(() => menu.count(), 0);
    expect(await places()).toBe(before);
  });

  test('closes the shortcuts over a profile with edits, and asks nothing before it would leave that', async ({
    stage,
    ada,
    ben: _ben,
  }) => {
    const page = await enter(stage, ada);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    const name = page.getByPlaceholder('Your name');
    await name.fill('Ada King');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    for (const close of [
      () => sheet.getByRole('button', { name: 'Close' }).click(),
      () => page.goBack(),
    ]) {
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
      await sheet.waitFor();
      await close();
      await eventually(() => sheet.count(), 0);
      expect(await question.count()).toBe(0);
      expect(await name.inputValue()).toBe('Ada King');
    }
    await page.goBack();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await row(page, 'Ben').waitFor();
  });
});
