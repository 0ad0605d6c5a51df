/** What a person does for themselves alone: saved messages and their list, and clearing a conversation. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  conversation,
  enter,
  enterConversation,
  eventually,
  message,
  messages,
  openConversation,
  openMenu,
  people,
  row,
  sendText,
} from '../support/actions.ts';
import { findViolations } from '../support/axe.ts';
import { makePerson, register, sendByCall } from '../support/backends.ts';
import { describeOnBoth, makeFlowTest } from '../support/flow.ts';

const test = makeFlowTest('our server');

const list = (page: Page) => page.getByRole('dialog', { name: 'Saved messages' });

async function openSaved(page: Page): Promise<void> {
  await openMenu(page);
  await people(page).getByRole('button', { name: 'Saved messages' }).click();
  await list(page).waitFor();
}

/** Chooses from the menu of the message; its code comes a moment after the messages. */
async function choose(page: Page, text: string, item: string): Promise<void> {
  await eventually(async () => {
    await page.mouse.move(0, 0);
    await message(page, text).locator('.bubble').click({ button: 'right' });
    return page.getByRole('menuitem', { name: item, exact: true }).isVisible();
  }, true);
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

describe('Saved messages', () => {
  test('are listed, lead to their place years back, and go when they are removed or deleted', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    const cleo = await register(backend, makePerson('Cleo'));
    await sendByCall(backend, ben, ada, { text: 'The key is under the stone' });
    for (let index = 0; index < 120; index += 1)
      await sendByCall(backend, ben, ada, { text: `${index}` });
    await sendByCall(backend, cleo, ada, { text: 'Platform four' });
    const page = await enterConversation(stage, ada, 'Cleo');
    await openSaved(page);
    await list(page).getByText('Nothing saved yet').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await choose(page, 'Platform four', 'Save');
    await message(page, 'Platform four').getByText('Saved').waitFor({ state: 'attached' });

    const other = await enterConversation(stage, ada, 'Ben');
    await other.keyboard.press('Control+Shift+F');
    await other.getByRole('searchbox', { name: 'Search messages' }).fill('stone');
    await other.keyboard.press('Enter');
    await choose(other, 'The key is under the stone', 'Save');

    await openSaved(page);
    await list(page).getByText('The key is under the stone').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await list(page).getByText('The key is under the stone').click();
    await eventually(() => list(page).count(), 0);
    await conversation(page).getByRole('heading', { name: 'Ben' }).waitFor();
    await message(page, 'The key is under the stone').waitFor();
    await eventually(
      () =>
        message(page, 'The key is under the stone').evaluate(
          (element) => element.getBoundingClientRect().top > 0,
        ),
      true,
    );
    await choose(page, 'The key is under the stone', 'Remove from saved');
    await openSaved(page);
    await list(page).getByRole('listitem').waitFor();
    expect(await list(page).getByRole('listitem').count()).toBe(1);
    await list(page).getByText('Platform four').click();
    await conversation(page).getByRole('heading', { name: 'Cleo' }).waitFor();
    await message(page, 'Platform four').waitFor();
    await openSaved(page);
    await list(page).getByRole('button', { name: 'Remove from saved' }).click();
    await list(page).getByText('Nothing saved yet').waitFor();
  });
});

describe('Clearing a conversation', () => {
  test('asks, empties it for oneself, and leaves the other person everything', async ({
    stage,
    ada,
    ben,
  }) => {
    const page = await enterConversation(stage, ada, 'Ben');
    const phone = await enter(stage, ada, { size: 'small' });
    for (const text of ['one', 'two']) await sendText(page, text);
    await message(page, 'two').locator('[data-state]', { hasText: 'Sent' }).waitFor();
    const clear = async () => {
      await row(page, 'Ben').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Clear conversation' }).click();
      await page.getByRole('dialog', { name: 'Clear the conversation with Ben?' }).waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Clear conversation' }).click();
      await eventually(() => messages(page).count(), 0);
    };
    await clear();
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(() => messages(page).count(), 2);
    await clear();
    await eventually(() => row(phone, 'Ben').getByText('two').count(), 0);
    await eventually(() => row(page, 'Ben').getByText('two').count(), 0);
    await sendText(page, 'three');
    await page.reload();
    await openConversation(page, 'Ben');
    await message(page, 'three').waitFor();
    expect(await messages(page).count()).toBe(1);
    const other = await enterConversation(stage, ben, 'Ada');
    await eventually(() => messages(other).count(), 3);
  });
});

describeOnBoth('Saving and clearing', (both) => {
  both('are offered only where the server can', async ({ stage, backend, ada, ben: _ben }) => {
    const page = await enterConversation(stage, ada, 'Ben');
    await sendText(page, 'mine');
    await choose(page, 'mine', 'Select several');
    await page.keyboard.press('Escape');
    await message(page, 'mine').locator('.bubble').click({ button: 'right' });
    const count = backend.name === 'our server' ? 1 : 0;
    await page.getByRole('menu').waitFor();
    expect(await page.getByRole('menuitem', { name: 'Save' }).count()).toBe(count);
    await page.keyboard.press('Escape');
    await row(page, 'Ben').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Pin to top' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Clear conversation' }).count()).toBe(count);
    await page.keyboard.press('Escape');
    await openMenu(page);
    expect(await page.getByRole('button', { name: 'Saved messages' }).count()).toBe(count);
  });
});
