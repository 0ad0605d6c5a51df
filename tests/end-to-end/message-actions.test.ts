/** The menu of a message: how it opens, what it offers, and where the focus is afterwards. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  enterConversation,
  eventually,
  hasFocus,
  holdFinger,
  message,
  sendText,
} from '../support/actions.ts';
import { findViolations } from '../support/axe.ts';
import { SIZES } from '../support/browser.ts';
import { makeFlowTest } from '../support/flow.ts';

const menu = (page: Page) => page.getByRole('menu', { name: 'Message options' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Message options' });

/** The code of the actions comes a moment after the messages. */
const untilReady = (page: Page, text: string) =>
  eventually(async () => {
    await page.mouse.move(0, 0);
    await message(page, text).hover();
    return page.getByRole('button', { name: 'More', exact: true }).isVisible();
  }, true);

const readCopied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

const test = makeFlowTest('our server');

describe('The menu of a message', () => {
  test('opens at the toolbar beside it, by a right click, and by keys', async ({
    stage,
    ada,
    ben: _ben,
  }) => {
    const page = await enterConversation(stage, ada, 'Ben');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await sendText(page, 'first');
    await sendText(page, 'see https://example.org');
    await untilReady(page, 'first');
    const before = await message(page, 'first').boundingBox();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await menu(page).waitFor();
    expect(await message(page, 'first').boundingBox()).toEqual(before);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Copy text' }).click();
    await page.getByText('Text copied').waitFor();
    expect(await readCopied(page)).toBe('first');
    expect(await menu(page).count()).toBe(0);

    await message(page, 'first').locator('.bubble').click({ button: 'right' });
    expect(await hasFocus(menu(page).locator('[role^=menuitem]').first())).toBe(true);
    await page.setViewportSize({ width: 900, height: 500 });
    const { y = 0, height = 0 } = (await menu(page).boundingBox()) ?? {};
    expect(y + height).toBeLessThan(500);
    await page.setViewportSize(SIZES.wide);
    await page.goBack();
    await eventually(() => menu(page).count(), 0);
    // The browser's own menu: with Shift, and at a link.
    const areTaken = await page.evaluateHandle(() => {
      const noted: boolean[] = [];
      window.addEventListener('contextmenu', (event) => noted.push(event.defaultPrevented));
      return noted;
    });
    await message(page, 'first')
      .locator('.bubble')
      .click({ button: 'right', modifiers: ['Shift'] });
    await page.getByRole('link', { name: 'https://example.org' }).click({ button: 'right' });
    expect(await areTaken.jsonValue()).toEqual([false, false]);
    expect(await menu(page).count()).toBe(0);

    await page.getByRole('log').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowUp');
    expect(await hasFocus(message(page, 'first'))).toBe(true);
    for (const key of ['Enter', 'Shift+F10']) {
      await page.keyboard.press(key);
      await menu(page).waitFor();
      await page.keyboard.press('Escape');
      await eventually(() => menu(page).count(), 0);
      expect(await hasFocus(message(page, 'first'))).toBe(true);
    }
  });

  test('is a sheet on a phone, opened by a long press', async ({ stage, ada, ben: _ben }) => {
    const page = await enterConversation(stage, ada, 'Ben', { size: 'small', isTouch: true });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await sendText(page, 'on the way');
    const touch = await holdFinger(page, message(page, 'on the way').locator('.bubble'));
    await eventually(async () => {
      await touch.start();
      return sheet(page).isVisible();
    }, true);
    await touch.end();
    expect(await sheet(page).isVisible()).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    const item = page.getByRole('button', { name: 'Copy text' });
    expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await item.tap();
    await page.getByText('Text copied').waitFor();
    expect(await readCopied(page)).toBe('on the way');
    expect(await sheet(page).count()).toBe(0);
  });
});
