/** What the person prefers on a device: set on the profile page, in force at once, everywhere, and next time. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { enter, eventually, people, row } from '../support/actions.ts';
import { makeFlowTest } from '../support/flow.ts';

const readLook = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor, fontSize } = getComputedStyle(document.documentElement);
    return { ground: backgroundColor, fontSize };
  });
const LIGHT = 'rgb(235, 240, 241)';
const DARK = 'rgb(11, 17, 20)';

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).hover();
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await page.getByRole('region', { name: 'Settings' }).waitFor();
}

makeFlowTest('our server')(
  'Theme and text size change all windows at once, and are there before anything is painted next time; shortcuts of a single key can be switched off',
  async ({ stage, ada, ben: _ben }) => {
    const page = await enter(stage, ada);
    await openSettings(page);
    const second = await page.context().newPage();
    await second.goto('/');
    await row(second, 'Ben').waitFor();
    expect(await readLook(second)).toEqual({ ground: LIGHT, fontSize: '16px' });
    await page.getByRole('radio', { name: 'Dark' }).check();
    await page.getByRole('radio', { name: 'Extra large' }).check();
    for (const window of [page, second]) {
      await eventually(() => readLook(window), { ground: DARK, fontSize: '20px' });
    }

    // Without any script of the app: what is painted first.
    await second.route('**/*.js', () => undefined);
    await second.goto('/', { waitUntil: 'commit' });
    await second.locator('.shell-row').first().waitFor();
    expect(await readLook(second)).toEqual({ ground: DARK, fontSize: '20px' });
    await second.close();

    await page.getByRole('radio', { name: 'System' }).check();
    await eventually(async () => (await readLook(page)).ground, LIGHT);

    // Shortcuts of a single key can be switched off.
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
    await page.getByRole('link', { name: 'Back to chats' }).click();
    await people(page).waitFor();
    await page.keyboard.press('?');
    await page.keyboard.press('/');
    await page.keyboard.type('x');
    expect(await sheet.isVisible()).toBe(false);
    expect(await page.getByPlaceholder('Seacrch any user...').inputValue()).toBe('');
  },
);
