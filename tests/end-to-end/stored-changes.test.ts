/** What happens to the messages on a device while none of its windows is open. */
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import {
  enterConversation,
  eventually,
  message,
  sendText,
  waitForHome,
} from '../support/actions.ts';
import { readStored } from '../support/device.ts';
import { makeFlowTest } from '../support/flow.ts';

const test = makeFlowTest('our server');

describe('Stored messages', () => {
  test('follow what was edited, deleted and sent while no window was open, before anybody opens the conversation (FEED-2)', async ({
    stage,

    ada,
    ben,
  }) => {
    const page = await enterConversation(stage, ada, 'Ben');
    for (const text of ['stays', 'was edited', 'was deleted']) await sendText(page, text);
    const other = await enterConversation(stage, ben, 'Ada');
    await message(other, 'was deleted').waitFor();
    await eventually(async () => (await readStored(other)).includes('stays'), true);
    await other.goto('about:blank');
    await change(page, 'was edited', 'Edit');
    await page.getByRole('textbox', { name: 'Edit message' }).fill('says something else');
    await page.keyboard.press('Enter');
    await change(page, 'was deleted', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await sendText(page, 'is new');
    await page.getByText('Message deleted').waitFor({ state: 'detached' });
    await other.goto('/');
    await waitForHome(other);
    await eventually(async () => {
      const stored = await readStored(other);
      return ['stays', 'was edited', 'says something else', 'was deleted', 'is new'].filter(
        (text) => stored.includes(text),
      );
    }, ['stays', 'says something else', 'is new']);
  });
});

async function change(page: Page, text: string, item: string): Promise<void> {
  await eventually(async () => {
    await page.mouse.move(0, 0);
    await message(page, text).locator('.bubble').click({ button: 'right' });
    return page.getByRole('menuitem', { name: item, exact: true }).isVisible();
  }, true);
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
