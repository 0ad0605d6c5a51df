/** Spec section 2, user list and layout: search, rows, menu, small screens. */
import { expect } from 'vitest';
import {
  about,
  box,
  conversation,
  enter,
  eventually,
  hasFocus,
  hasGreen,
  menuLogOut,
  openConversation,
  openMenu,
  people,
  row,
} from '../support/actions.ts';

import { makePerson, register, sendByCall } from '../support/backends.ts';
import { describeFlow } from '../support/flow.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

describeFlow('The people list', (test) => {
  test('is loaded again when the reader comes back to it', async ({ stage, backend, ada }) => {
    await register(backend, makePerson('Ben Nevis'));
    const page = await enter(stage, ada);
    await row(page, 'Ben Nevis').waitFor();
    await openMenu(page);
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await page.getByRole('heading', { name: 'Profile Details' }).waitFor();
    // Of somebody who never comes online, nothing else tells.
    await register(backend, makePerson('Newcomer'));
    await page.goBack();
    await row(page, 'Newcomer').waitFor();
  });

  test('has a menu that opens by hover and leads to the profile and out (LIST-1)', async ({
    stage,
    ada,
  }) => {
    const page = await enter(stage, ada);
    expect(await menuLogOut(page).count()).toBe(0);
    await openMenu(page);
    await page.mouse.move(700, 700);
    await eventually(() => menuLogOut(page).count(), 0);
    await openMenu(page);
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await page.getByRole('heading', { name: 'Profile Details' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/profile');
  });

  test('opens its menu by the keyboard’s focus, and closes it when that leaves', async ({
    stage,
    backend,
    ada,
  }) => {
    await register(backend, makePerson('Ben'));
    const page = await enter(stage, ada);
    await openConversation(page, 'Ben');
    const { keyboard } = page;
    const button = page.getByRole('button', { name: 'Menu' });
    const search = page.getByPlaceholder('Seacrch any user...');
    const untilClosed = () => menuLogOut(page).waitFor({ state: 'detached' });

    await search.focus();
    await keyboard.press('Shift+Tab');
    await menuLogOut(page).waitFor();
    expect(await hasFocus(button)).toBe(true);
    await keyboard.press('Enter');
    for (const item of ['Unread first', 'Edit Profile', 'Settings', 'Logout']) {
      await keyboard.press('Tab');
      expect(await people(page).locator(':focus').innerText()).toBe(item);
    }
    await keyboard.press('Tab');
    expect(await hasFocus(search)).toBe(true);
    await untilClosed();

    // Closed by Escape it stays so, where the focus is on its button and where that comes back.
    for (const steps of [['Shift+Tab'], ['Shift+Tab', 'Tab']]) {
      await search.focus();
      for (const step of steps) await keyboard.press(step);
      await menuLogOut(page).waitFor();
      await keyboard.press('Escape');
      await untilClosed();
      expect(await hasFocus(button)).toBe(true);
    }
    for (const [key, name] of [
      ['?', 'Keyboard shortcuts'],
      ['ControlOrMeta+k', 'Go to a person'],
    ] as const) {
      const dialog = page.getByRole('dialog', { name });
      // The code of the shortcuts comes after the screen's.
      await expect
        .poll(async () => {
          if (!(await dialog.isVisible())) await keyboard.press(key);
          return dialog.isVisible();
        })
        .toBe(true);
      await keyboard.press('Escape');
      await eventually(() => hasFocus(button), true);
    }
    expect(await menuLogOut(page).count()).toBe(0);
    await keyboard.press('Enter');
    await menuLogOut(page).waitFor();
  });

  test('opens its menu by a tap where there is no pointer to hover', async ({ stage, ada }) => {
    const page = await enter(stage, ada, { size: 'small', isTouch: true });
    await page.getByRole('button', { name: 'Menu' }).tap();
    await menuLogOut(page).waitFor();
  });

  test('on a small screen stands alone, and so does the conversation until the back arrow (HOME-2)', async ({
    stage,
    backend,
    ada,
  }) => {
    await register(backend, makePerson('Ben'));
    const page = await enter(stage, ada, { size: 'small' });
    expect(await page.getByText('Chat anytime, anywhere').isVisible()).toBe(false);
    await row(page, 'Ben').click();
    await conversation(page).getByRole('heading', { name: 'Ben' }).waitFor();
    expect(await people(page).isVisible()).toBe(false);
    expect(await about(page, 'Ben').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Back to list' }).click();
    await people(page).waitFor();
    expect(await conversation(page).getByRole('heading', { name: 'Ben' }).count()).toBe(0);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });

  test('shows the info panel from medium screens up (PANEL-1)', async ({ stage, backend, ada }) => {
    await register(backend, makePerson('Ben'));
    const page = await enter(stage, ada, { size: 'medium' });
    await openConversation(page, 'Ben');
    await about(page, 'Ben').waitFor();
    expect(await page.getByRole('button', { name: 'Back to list' }).isVisible()).toBe(false);
    await page.setViewportSize({ width: 767, height: 900 });
    await eventually(() => about(page, 'Ben').isVisible(), false);
    await page.setViewportSize({ width: 768, height: 900 });
    await about(page, 'Ben').waitFor();

    // Closed, it leaves its room to the conversation, in this browser from then on.
    const button = conversation(page).getByRole('button', { name: 'About Ben' });
    const width = async () => (await conversation(page).boundingBox())?.width ?? 0;
    const before = await width();
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    await button.press('Enter');
    await eventually(() => about(page, 'Ben').count(), 0);
    expect(await width()).toBeGreaterThan(before + 150);
    await page.reload();
    await openConversation(page, 'Ben');
    await eventually(() => button.getAttribute('aria-expanded'), 'false');
    expect(await about(page, 'Ben').count()).toBe(0);
    await button.press('Enter');
    await about(page, 'Ben').waitFor();
    await eventually(width, before);
  });

  test('on a small screen the name above a conversation leads to what the panel shows elsewhere, and Back from it', async ({
    stage,
    backend,
    ada,
  }) => {
    const ben = await register(backend, makePerson('Ben'));
    await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(300, 200)) });
    const page = await enter(stage, ada, { size: 'small', isTouch: true });
    await openConversation(page, 'Ben');
    const name = conversation(page).getByRole('button', { name: 'Ben', exact: true });
    const sheet = page.getByRole('dialog', { name: 'About Ben' });
    const viewer = page.getByRole('dialog', { name: 'Pictures with Ben' });
    // Anywhere on who it is, the picture included.
    const place = await conversation(page).locator('header').getByText('B', { exact: true });
    await place.tap({ force: true });
    await sheet.getByText('Hello, I am Ben.').waitFor();
    await sheet.getByRole('button', { name: 'Mute notifications from Ben' }).waitFor();
    expect(await sheet.getByRole('button', { name: 'Logout' }).count()).toBe(0);
    // What stands over it closes first.
    await sheet.getByRole('button', { name: /^Enlarge/ }).tap();
    await viewer.waitFor();
    await page.goBack();
    await sheet.waitFor();
    await eventually(() => viewer.count(), 0);
    await page.goBack();
    await eventually(() => sheet.count(), 0);
    expect(await box(page).isVisible()).toBe(true);
    await name.tap();
    await sheet.getByRole('button', { name: 'Close', exact: true }).tap();
    await eventually(() => sheet.count(), 0);
    await name.press('Enter');
    await sheet.waitFor();
    await page.keyboard.press('Escape');
    await eventually(() => sheet.count(), 0);
    expect(await hasFocus(name)).toBe(true);
    await page.goBack();
    await row(page, 'Ben').waitFor();
  });

  test('a green dot in the header tells that the person is online (TALK-1)', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    await sendByCall(backend, ben, ada, { text: 'Hello' });
    const page = await enter(stage, ada);
    await openConversation(page, 'Ben');
    const header = conversation(page).locator('header');
    await header.getByText('Offline').waitFor();
    expect(await hasGreen(header)).toBe(false);
    const bens = await enter(stage, ben);
    await header.getByText('Online', { exact: true }).waitFor();
    expect(await hasGreen(header)).toBe(true);
    await bens.context().close();
    await header.getByText('Offline').waitFor();
    expect(await hasGreen(header)).toBe(false);
  });
});
