/** What two people see of messages that are edited, reacted to and deleted. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  box,
  conversation,
  enterConversation,
  eventually,
  hasFocus,
  message,
  messages,
  notice,
  row,
  sendText,
} from '../support/actions.ts';
import { findViolations } from '../support/axe.ts';
import { readStored } from '../support/device.ts';
import { makeFlowTest } from '../support/flow.ts';

const test = makeFlowTest('our server');

const editBox = (page: Page) => page.getByRole('textbox', { name: 'Edit message' });

/** By a right click; the code of the actions comes a moment after the messages. */
async function choose(page: Page, text: string, item: string) {
  await eventually(async () => {
    await message(page, text).locator('.bubble').click({ button: 'right' });
    return page.getByRole('menu', { name: 'Message options' }).isVisible();
  }, true);
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

const confirmDeletion = (page: Page) =>
  page
    .getByRole('dialog', { name: 'Delete this message?' })
    .getByRole('button', { name: 'Delete' })
    .click();

test('A message is edited by its author, also by the keyboard alone, and both see that it was; gets a reaction of each person, who can take it back; is deleted for both, on the device too though its conversation is not open, and Undo takes that back', async ({
  stage,
  ada,
  ben,
}) => {
  const page = await enterConversation(stage, ada, 'Ben');
  const other = await enterConversation(stage, ben, 'Ada');
  await sendText(page, 'We meet at nine');
  await message(other, 'We meet at nine').waitFor();
  await box(page).fill('a draft');
  await choose(page, 'We meet at nine', 'Edit');
  expect(await hasFocus(editBox(page))).toBe(true);
  const form = page.getByRole('region', { name: 'Edit message' });
  await form.getByText('We meet at nine').first().waitFor();
  expect(await findViolations(page)).toEqual([]);
  await editBox(page).fill('We meet at ten');
  await editBox(page).press('Enter');
  for (const window of [page, other]) {
    await message(window, 'We meet at ten').waitFor();
    const tip = window.getByRole('tooltip').getByText(/^Edited .*\d\d:\d\d:\d\d$/m);
    // It goes when the view scrolls to what came.
    await eventually(async () => {
      await message(window, 'We meet at ten').getByText('edited').click();
      return tip.isVisible();
    }, true);
  }
  expect(await box(page).inputValue()).toBe('a draft');
  expect(await messages(page).count()).toBe(1);

  await sendText(page, 'second');
  await message(page, 'second')
    .locator('[data-state]', { hasText: /Sent|Delivered|Read/ })
    .waitFor();
  await eventually(async () => {
    await box(page).press('ArrowUp');
    return editBox(page).isVisible();
  }, true);
  await editBox(page).fill('changed my mind');
  await editBox(page).press('Escape');
  expect(await hasFocus(box(page))).toBe(true);
  await message(page, 'second').waitFor();
  await page.getByRole('log').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('e');
  await editBox(page).fill(' ');
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog', { name: 'Delete this message?' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await editBox(page).fill('At eleven');
  await page.keyboard.press('Enter');
  expect(await hasFocus(message(page, /At eleven/))).toBe(true);
  await page.keyboard.press('Delete');
  await page.getByRole('dialog', { name: 'Delete this message?' }).waitFor();
  await confirmDeletion(page);
  await message(page, 'Deleted message').waitFor();
  await eventually(() => hasFocus(message(page, 'Deleted message')), true);
  expect(await messages(page).count()).toBe(2);

  await sendText(page, 'It is a boy');
  await eventually(async () => {
    await other.mouse.move(0, 0);
    await message(other, 'It is a boy').hover();
    return other.getByRole('button', { name: 'React', exact: true }).isVisible();
  }, true);
  await other.getByRole('button', { name: 'React', exact: true }).click();
  await other.getByRole('menuitemradio', { name: 'React with ❤️' }).click();
  await conversation(page).getByRole('button', { name: '❤️ from Ben' }).click();
  for (const [window, name] of [
    [page, '❤️ from You and Ben'],
    [other, '❤️ from You and Ada'],
  ] as const) {
    await conversation(window).getByRole('button', { name }).waitFor();
  }
  await conversation(page).getByRole('button', { name: '❤️ from You and Ben' }).click();
  await conversation(other).getByRole('button', { name: '❤️ from You', exact: true }).waitFor();
  await conversation(page).getByRole('button', { name: '❤️ from Ben', exact: true }).waitFor();

  await message(other, 'It is a boy').hover();
  await other.getByRole('button', { name: 'React', exact: true }).click();
  await other.getByRole('menuitem', { name: 'All emoji' }).click();
  const picker = other.getByRole('dialog', { name: 'All emoji' });
  await picker.getByRole('searchbox').fill('party popper');
  await picker.getByRole('gridcell', { name: 'Party popper', selected: true }).waitFor();
  await other.keyboard.press('Enter');
  await conversation(page).getByRole('button', { name: '🎉 from Ben' }).waitFor();

  for (const text of ['stays', 'a secret']) await sendText(page, text);
  await message(other, 'a secret').waitFor();
  await choose(page, 'a secret', 'Delete');
  await confirmDeletion(page);
  await eventually(() => message(page, 'Deleted message').count(), 2);
  expect(await message(page, 'a secret').count()).toBe(0);
  expect(await findViolations(page)).toEqual([]);
  await notice(page, 'Message deleted').first().getByRole('button', { name: 'Undo' }).click();
  await message(page, 'a secret').waitFor();
  for (const window of [page, other])
    await eventually(async () => (await readStored(window)).includes('a secret'), true);
  await other.goto('/');
  await row(other, 'Ada').getByText('a secret').waitFor();
  await choose(page, 'a secret', 'Delete');
  await confirmDeletion(page);
  await row(other, 'Ada').getByText('stays').waitFor();
  for (const window of [page, other])
    await eventually(async () => (await readStored(window)).includes('a secret'), false);
  expect(await readStored(other)).toContain('stays');
  await page.reload();
  await eventually(() => message(page, 'Deleted message').count(), 2);
  expect(await messages(page).count()).toBe(5);
});
