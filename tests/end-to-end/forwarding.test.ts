/** Messages that are sent on to other people. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  composeAndEscape,
  enterConversation,
  eventually,
  hasFocus,
  isSend,
  message,
  messages,
  sendPicture,
  sendText,
  untilTold,
} from '../support/actions.ts';
import { findViolations } from '../support/axe.ts';
import { callApi, makePerson, register, sendByCall } from '../support/backends.ts';
import { makeFlowTest } from '../support/flow.ts';
import { makePng } from '../support/pictures.ts';

const test = makeFlowTest('our server');

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Forward to' });

/** The menu of a message; the code of the actions comes a moment after the messages. */
const openMessageMenu = (page: Page, of: Locator) =>
  eventually(async () => {
    await page.mouse.move(0, 0);
    await of.locator('.bubble').click({ button: 'right' });
    return page.getByRole('menu', { name: 'Message options' }).isVisible();
  }, true);

test('Forwarding sends a message to several people, who see that it was forwarded', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
  const cleo = await register(backend, makePerson('Cléo'));
  const page = await enterConversation(stage, ada, 'Ben');
  await sendText(page, 'We meet at nine');
  await message(page, 'We meet at nine').locator('[data-state]', { hasText: 'Sent' }).waitFor();
  await openMessageMenu(page, message(page, 'We meet at nine'));
  await page.getByRole('menuitem', { name: 'Forward' }).click();
  expect(await hasFocus(dialog(page).getByRole('searchbox'))).toBe(true);
  expect(await findViolations(page)).toEqual([]);
  await composeAndEscape(page, 'ク');
  expect(await dialog(page).getByRole('searchbox').inputValue()).toContain('ク');
  await dialog(page).getByText('Choose one or more people').waitFor();
  await dialog(page).getByRole('searchbox').fill('cleo');
  await page.keyboard.press('Enter');
  await dialog(page).getByText('To Cléo').waitFor();
  await dialog(page).getByRole('checkbox', { name: 'Ben' }).check();
  await dialog(page).getByText('To Cléo, Ben').waitFor();
  await dialog(page).getByRole('button', { name: 'Forward' }).click();
  await untilTold(page, 'Forwarded to Cléo, Ben');
  await eventually(() => messages(page).count(), 2);
  const other = await enterConversation(stage, cleo, 'Ada');
  await message(other, 'We meet at nine').getByText('Forwarded').waitFor();
  expect(await messages(page).getByText('Forwarded').count()).toBe(1);

  // Of a picture it is no other upload.
  await sendPicture(page, { name: 'a.png', mimeType: 'image/png', buffer: makePng(40, 40) });
  await messages(page).last().locator('[data-state]', { hasText: 'Sent' }).waitFor();
  const sending = page.waitForRequest(isSend);
  await openMessageMenu(page, messages(page).last());
  await page.getByRole('menuitem', { name: 'Forward' }).click();
  await dialog(page).getByRole('checkbox', { name: 'Cléo' }).check();
  await dialog(page).getByRole('button', { name: 'Forward' }).click();
  const body = (await sending).postData() ?? '';
  expect(body).toContain('forwardOf');
  expect(body.length).toBeLessThan(200);
  await messages(other)
    .getByRole('img', { name: /Image from/ })
    .waitFor();

  // Nothing goes on with a message that is deleted meanwhile on another device.
  const id = await sendByCall(backend, ada, ben, { text: 'Not for long' });
  await openMessageMenu(page, message(page, 'Not for long'));
  await page.getByRole('menuitem', { name: 'Forward' }).click();
  await dialog(page).waitFor();
  await callApi(backend, 'PUT', `/messages/delete/${id}`, { token: ada.token, body: {} });
  await untilTold(page, 'This message was deleted.');
  expect(await dialog(page).count()).toBe(0);
});
