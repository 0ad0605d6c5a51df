/** Spec section 2, user list and layout: search, rows, menu, small screens. */
import { expect } from 'vitest';
import {
  about,
  box,
  conversation,
  enter,
  enterConversation,
  eventually,
  hasFocus,
  menuLogOut,
  openConversation,
  openMenu,
  people,
  row,
} from '../support/actions.ts';

import { sendByCall } from '../support/backends.ts';
import { SIZES } from '../support/browser.ts';
import { describeFlow } from '../support/flow.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

describeFlow('The people list', (test) => {
  test('has a menu that opens by hover and leads to the profile (LIST-1); on a small screen it stands alone, and so does the conversation until the back arrow (HOME-2)', async ({
    stage,
    ada,
    ben: _ben,
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
    await page.getByRole('link', { name: 'Back to chats' }).click();

    await page.setViewportSize(SIZES.small);
    await row(page, 'Ben').waitFor();
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

  test('shows the info panel from medium screens up (PANEL-1)', async ({
    stage,
    ada,
    ben: _ben,
  }) => {
    const page = await enterConversation(stage, ada, 'Ben', { size: 'medium' });
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
    ben,
  }) => {
    await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(300, 200)) });
    const page = await enterConversation(stage, ada, 'Ben', { size: 'small', isTouch: true });
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
});
