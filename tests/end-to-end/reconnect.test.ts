/** A gap in the connection is closed on return: all that was missed, nothing twice, the place kept. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  enterConversation,
  eventually,
  message,
  notices,
  openConversation,
  row,
  sendText,
} from '../support/actions.ts';
import {
  type Backend,
  type Member,
  makePerson,
  register,
  sendByCall,
} from '../support/backends.ts';
import { describeFaults } from '../support/fault-flow.ts';
import { watchPlace } from '../support/place.ts';
import { readContents } from '../support/rows.ts';
import { sendMany } from '../support/send-many.ts';

const jump = (page: Page) => page.getByRole('button', { name: 'Jump to newest', exact: true });
const reconnecting = (page: Page) => page.getByText('Reconnecting…').filter({ visible: true });

async function say(backend: Backend, from: Member, to: Member, texts: string[]): Promise<void> {
  for (const text of texts) await sendByCall(backend, from, to, { text });
}

const lines = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);

describeFaults('After a gap in the connection', (test) => {
  test('what was said in between appears once and in order, and the reader’s place stays; it is told once, and what could not be loaded or sent meanwhile comes by itself', async ({
    stage,
    backend,
    proxy,
    ada,
    ben,
  }) => {
    const cleo = await register(backend, makePerson('Cleo'));
    await say(backend, cleo, ada, ['From before']);
    await say(backend, ben, ada, lines('Old', 80));
    const page = await enterConversation(stage, ada, 'Ben', { size: 'medium' });
    await message(page, 'Old 80').waitFor();
    // It says so once the connection stands, and what the server can do is known.
    await row(page, 'Ben').getByText('Offline', { exact: true }).waitFor();
    await page.getByRole('log').hover();
    await page.mouse.wheel(0, -2_600);
    await jump(page).waitFor();
    const place = await watchPlace(page);

    await proxy.setRefused(true);
    await reconnecting(page).waitFor();
    await say(backend, ben, ada, lines('Missed', 7));
    await proxy.setRefused(false);
    await page
      .getByRole('button', { name: 'Jump to newest', exact: true, description: '7 new messages' })
      .waitFor();
    expect(await place.read()).toBeLessThanOrEqual(1);
    await jump(page).click();
    await message(page, 'Missed 7').waitFor();
    await eventually(
      async () => (await readContents(page)).filter((text) => text.startsWith('Missed')),
      lines('Missed', 7),
    );

    // So much that all is read anew.
    await page.getByRole('log').hover();
    await page.mouse.wheel(0, -2_600);
    await jump(page).waitFor();
    await watchPlace(page);
    await proxy.setRefused(true);
    await reconnecting(page).waitFor();
    await sendMany(backend, ben, ada, 525);
    const readTop = async () => (await message(page, 'Old 10').boundingBox())?.y ?? Number.NaN;
    const before = await readTop();
    await proxy.setRefused(false);
    await eventually(() => page.getByRole('log').getAttribute('data-strayed'), null);
    await eventually(async () => Math.abs((await readTop()) - before) <= 1, true);

    await proxy.setRefused(true);
    await reconnecting(page).waitFor();
    await openConversation(page, 'Cleo');
    await sendText(page, 'Later');
    const later = message(page, 'Later');
    // After some tries in vain.
    await later.getByText('Waiting for connection', { exact: true }).waitFor();
    expect(await notices(page).count()).toBe(0);
    expect(await page.getByText(/Couldn’t load|Not sent/).count()).toBe(0);
    await proxy.setRefused(false);
    await eventually(() => readContents(page), ['From before', 'Later']);
    await eventually(() => later.getByText('Waiting for connection').count(), 0);
    expect(await notices(page).count()).toBe(0);
  });
});
