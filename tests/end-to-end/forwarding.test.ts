/** Messages that are sent on to other people, alone or several at once. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  enter,
  enterConversation,
  eventually,
  hasFocus,
  isSend,
  message,
  messages,
  openConversation,
  sendPicture,
  sendText,
  untilTold,
} from '../support/actions.ts';
import { findViolations } from '../support/axe.ts';
import { makePerson, register } from '../support/backends.ts';
import { describeOnBoth, makeFlowTest } from '../support/flow.ts';
import { makePng } from '../support/pictures.ts';

const test = makeFlowTest('our server');

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Forward to' });
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected messages' });

/** The menu of a message; the code of the actions comes a moment after the messages. */
const openMessageMenu = (page: Page, text: string) =>
  eventually(async () => {
    await page.mouse.move(0, 0);
    await message(page, text).locator('.bubble').click({ button: 'right' });
    return page.getByRole('menu', { name: 'Message options' }).isVisible();
  }, true);

describe('Forwarding', () => {
  test('sends a message to several people, who see that it was forwarded', async ({
    stage,
    backend,
    ada,
    ben: _ben,
  }) => {
    const cleo = await register(backend, makePerson('Cléo'));
    const page = await enterConversation(stage, ada, 'Ben');
    await sendText(page, 'We meet at nine');
    await message(page, 'We meet at nine').locator('[data-state]', { hasText: 'Sent' }).waitFor();
    await openMessageMenu(page, 'We meet at nine');
    await page.getByRole('menuitem', { name: 'Forward' }).click();
    expect(await hasFocus(dialog(page).getByRole('searchbox'))).toBe(true);
    expect(await findViolations(page)).toEqual([]);
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
  });

  test('of several takes them in their order, pictures without another upload', async ({
    stage,
    ada,
    ben,
  }) => {
    const page = await enterConversation(stage, ada, 'Ben');
    await sendText(page, 'look:');
    await sendPicture(page, { name: 'a.png', mimeType: 'image/png', buffer: makePng(40, 40) });
    await messages(page).last().locator('[data-state]', { hasText: 'Sent' }).waitFor();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (isSend(request)) sent.push(request.postData() ?? '');
    });
    await openMessageMenu(page, 'look:');
    await page.getByRole('menuitem', { name: 'Select several' }).click();
    await messages(page)
      .nth(1)
      .click({ position: { x: 5, y: 5 } });
    await bar(page).getByText('2 selected').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await bar(page).getByRole('button', { name: 'Forward selected messages' }).click();
    await dialog(page).getByRole('checkbox', { name: 'Ben' }).check();
    await dialog(page).getByRole('button', { name: 'Forward' }).click();
    await eventually(() => bar(page).count(), 0);
    const other = await enterConversation(stage, ben, 'Ada');
    await eventually(() => messages(other).getByText('Forwarded').count(), 2);
    await eventually(() => messages(other).getByRole('img').count(), 2);
    expect(sent).toHaveLength(2);
    expect(sent.every((body) => body.includes('forwardOf') && body.length < 200)).toBe(true);
  });
});

describe('Several messages', () => {
  test('are deleted for oneself together, and can be taken back', async ({ stage, ada, ben }) => {
    const page = await enterConversation(stage, ada, 'Ben');
    for (const text of ['one', 'two', 'three']) await sendText(page, text);
    await message(page, 'three').locator('[data-state]', { hasText: 'Sent' }).waitFor();
    const deleteTwo = async () => {
      await openMessageMenu(page, 'one');
      await page.getByRole('menuitem', { name: 'Select several' }).click();
      await message(page, 'two').click();
      await bar(page).getByRole('button', { name: 'Delete selected messages for me' }).click();
      await page.getByRole('dialog', { name: 'Delete 2 messages for you?' }).waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Delete for me' }).click();
      await eventually(() => messages(page).count(), 1);
    };
    await deleteTwo();
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(() => messages(page).count(), 3);
    await deleteTwo();
    await untilTold(page, '2 messages deleted for you');
    await page.getByText('2 messages deleted for you').waitFor({ state: 'detached' });
    await page.reload();
    await openConversation(page, 'Ben');
    await eventually(() => messages(page).count(), 1);
    const other = await enter(stage, ben);
    await openConversation(other, 'Ada');
    await eventually(() => messages(other).count(), 3);
  });
});

describeOnBoth('A message', (both) => {
  both(
    'is offered for forwarding only where the server can',
    async ({ stage, backend, ada, ben: _ben }) => {
      const page = await enterConversation(stage, ada, 'Ben');
      await sendText(page, 'mine');
      await openMessageMenu(page, 'mine');
      const offered = await page.getByRole('menuitem', { name: 'Forward' }).count();
      expect(offered).toBe(backend.name === 'our server' ? 1 : 0);
    },
  );
});
