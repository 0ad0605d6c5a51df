/** Several messages at once, and what is known of one. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  enterConversation,
  eventually,
  hasFocus,
  message,
  messages,
  sendText,
} from '../support/actions.ts';
import { findViolations } from '../support/axe.ts';
import { sendByCall } from '../support/backends.ts';
import { describeOnBoth } from '../support/flow.ts';

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected messages' });

/** Chooses from the menu of the message; its code comes a moment after the messages. */
async function choose(page: Page, text: string, item: string): Promise<void> {
  await eventually(async () => {
    await page.mouse.move(0, 0);
    await message(page, text).locator('.bubble').click({ button: 'right' });
    return page.getByRole('menuitem', { name: item }).isVisible();
  }, true);
  await page.getByRole('menuitem', { name: item }).click();
}

describeOnBoth('Several messages', (test) => {
  test('are selected by presses and copied together', async ({ stage, backend, ada, ben }) => {
    await sendByCall(backend, ben, ada, { text: 'Are you *there*?' });
    const page = await enterConversation(stage, ada, 'Ben');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await sendText(page, 'Yes: https://example.org');
    await sendText(page, 'Bye');
    const before = await messages(page).first().boundingBox();
    await choose(page, 'Bye', 'Select several');
    await bar(page).getByText('1 selected').waitFor();
    expect(await messages(page).first().boundingBox()).toEqual(before);
    expect(await findViolations(page)).toEqual([]);
    // A link in it is not opened.
    await message(page, /Yes/).getByRole('link').click({ force: true });
    await bar(page).getByText('2 selected').waitFor();
    await messages(page).first().click();
    await bar(page).getByText('3 selected').waitFor();
    await message(page, 'Bye').click();
    await bar(page).getByText('2 selected').waitFor();
    await bar(page).getByRole('button', { name: 'Copy selected messages' }).click();
    await page.getByText('Text copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.replaceAll(/\d\d:\d\d/g, 'TIME')).toBe(
      'Ben, TIME\nAre you *there*?\n\nYou, TIME\nYes: https://example.org',
    );
    expect(await bar(page).count()).toBe(0);
    expect(page.context().pages()).toHaveLength(1);
  });

  test('are selected by keys, and no longer with Escape, which leaves the conversation open', async ({
    stage,
    ada,
    ben: _ben,
  }) => {
    const page = await enterConversation(stage, ada, 'Ben');
    await sendText(page, 'one');
    await sendText(page, 'two');
    await message(page, 'two').waitFor();
    await page.getByRole('log').focus();
    await page.keyboard.press('Tab');
    await eventually(async () => {
      await page.keyboard.press('x');
      return bar(page).isVisible();
    }, true);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await bar(page).getByText('2 selected').waitFor();
    expect(await messages(page).getByRole('checkbox').nth(0).isChecked()).toBe(true);
    await page.keyboard.press('x');
    await bar(page).getByText('1 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await eventually(() => bar(page).count(), 0);
    expect(await hasFocus(message(page, 'one'))).toBe(true);
  });
});

describeOnBoth('The details of a message', (test) => {
  test('say what is known, and nothing else', async ({ stage, backend, ada, ben }) => {
    await sendByCall(backend, ben, ada, { text: 'Hello' });
    const page = await enterConversation(stage, ada, 'Ben');
    await sendText(page, 'Hi');
    const read = async (text: string) => {
      await choose(page, text, 'Details');
      const dialog = page.getByRole('dialog', { name: 'Details' });
      const terms = await dialog.getByRole('term').allInnerTexts();
      expect(await findViolations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Close' }).click();
      return terms.filter((term) => term !== 'Number of its last change');
    };
    await message(page, 'Hi')
      .and(page.locator('[data-state=sent], [data-state=delivered]'))
      .waitFor();
    expect(await read('Hello')).toEqual(['Received by the server']);
    expect(await read('Hi')).toEqual(['Written on this device', 'Received by the server', 'State']);
  });
});
