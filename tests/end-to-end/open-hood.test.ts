/** What a developer sees who opens Query Devtools on a living conversation, and what the fault lab plays. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  box,
  enter,
  eventually,
  message,
  messages,
  openConversation,
  row,
  sendText,
} from '../support/actions.ts';
import { sendByCall } from '../support/backends.ts';
import { describeOnBoth, ECHO } from '../support/flow.ts';
import { readContents } from '../support/rows.ts';

/** Opens Devtools and its list of queries. */
async function openDevtools(page: Page): Promise<void> {
  await page.evaluate('toggleDevtools()');
  await page.getByRole('button', { name: /open tanstack query devtools/i }).click();
}

/** The line of a query in Devtools' list. */
const query = (page: Page, ...key: string[]) =>
  page.getByRole('button', { name: `Query key ${JSON.stringify(key)}` }).first();

/** What Devtools tells of a query, once it is chosen. */
async function readQuery(page: Page, ...key: string[]): Promise<string> {
  const line = query(page, ...key);
  if ((await line.getAttribute('aria-pressed')) !== 'true') await line.click();
  return (await page.locator('.tsqd-query-details-container').innerText()).replaceAll('\n', ' ');
}

describeOnBoth('Under the hood', (test) => {
  test('its own buttons and icons leave the app as it was', async ({ stage, ada, ben }) => {
    // The page's policy refuses some style attributes of Devtools.
    stage.expectTrouble(/style-src-attr/);
    const page = await stage.openWindow({ token: ada.token });
    await page.goto('/');
    await openConversation(page, ben.fullName);
    await openDevtools(page);
    expect(await page.evaluate('__TANSTACK_QUERY_CLIENT__ !== undefined')).toBe(true);
    await query(page, 'realtime', 'connection').click();
    const details = page.locator('.tsqd-query-details-container');
    const icon = details.locator('.tsqd-query-details-explorer-container button svg').first();
    // The app's own icons keep their size, and would cover the text there.
    expect(await icon.evaluate((element) => getComputedStyle(element).flexShrink)).toBe('1');
    const trigger = async (name: RegExp) => {
      await details.getByRole('button', { name }).click();
      await box(page).waitFor();
    };
    for (const name of [/trigger loading/i, /trigger error/i]) await trigger(name);
    await query(page, 'messages', ben.id, 'tail').click();
    for (const name of [/trigger loading/i, /trigger error/i]) await trigger(name);
    await sendText(page, 'Still here');
    await message(page, 'Still here').waitFor();
  });

  test('the ledger of events fills while Devtools is open', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    stage.expectTrouble(/style-src-attr/);
    const page = await enter(stage, ada);
    await openConversation(page, 'Ben');
    await openDevtools(page);
    await sendByCall(backend, ben, ada, { text: 'Who wrote this row?' });
    await message(page, 'Who wrote this row?').waitFor();
    await expect.poll(() => readQuery(page, 'realtime', 'events')).toMatch(/Data [1-9]\d* items? /);
    // A key that takes its time, as on a slow device: faster ones are only counted.
    await page.evaluate(() => {
      addEventListener('keydown', () => {
        const end = performance.now() + 60;
        while (performance.now() < end);
      });
    });
    await box(page).press('a');
    await query(page, 'speed').click();
    for (const road of ['eventToPaint', 'keyToPaint']) await page.getByText(road).waitFor();
    await page.evaluate('toggleDevtools()');
  });

  test('contract only: the app does as if its server knew no more', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    const page = await stage.openWindow({ token: ada.token });
    await page.addInitScript(() => sessionStorage.setItem('contract-only', 'on'));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
    await page.goto('/');
    await row(page, 'Ben').waitFor();
    await openConversation(page, 'Ben');
    await sendText(page, 'Plain words');
    await eventually(() => messages(page, true).count(), 1);
    await sendByCall(backend, ben, ada, { text: 'A plain answer' });
    await message(page, 'A plain answer').waitFor();
    const beyond = asked.filter((one) => /peek=|\/(search|block|logout|sessions)/.test(one));
    expect(beyond).toEqual([]);
  });

  test('a link to bad weather plays it, and all that was sent arrives once and in order', async ({
    stage,
    ada,
    ben,
  }) => {
    stage.expectTrouble(ECHO);
    const bens = await enter(stage, ben);
    await openConversation(bens, 'Ada');
    const page = await stage.openWindow({ token: ada.token });
    page.on('dialog', (question) => question.accept());
    await page.goto(
      '/#lab?seed=5&latencyMs=40&lostAnswers=0.15&cutCalls=0.15&errors=0.1&duplicates=0.3&cutSockets=0.05',
    );
    await openConversation(page, 'Ben');
    const texts = Array.from({ length: 12 }, (_, index) => `Through the storm ${index + 1}`);
    for (const text of texts) await sendText(page, text);
    await expect.poll(() => readContents(bens), { timeout: 60_000 }).toEqual(texts);
    await expect.poll(() => readContents(page), { timeout: 60_000 }).toEqual(texts);
  });

  test('a link to bad weather that the person does not want plays nothing', async ({
    stage,
    ada,
    ben,
  }) => {
    const page = await stage.openWindow({ token: ada.token });
    const asked = page.waitForEvent('dialog');
    const coming = page.goto('/#lab?seed=1&expiries=1');
    const question = await asked;
    expect(question.message()).toContain('sign you out');
    await question.dismiss();
    await coming;
    await openConversation(page, ben.fullName);
    await sendText(page, 'Still here');
  });

  test('a disk that is full loses nothing that is sent', async ({ stage, ada, ben }) => {
    const page = await stage.openWindow({ token: ada.token });
    page.on('dialog', (question) => question.accept());
    await page.goto('/#lab?seed=1&fullStorage=1');
    await openConversation(page, 'Ben');
    await sendText(page, 'Nowhere to keep it');
    const bens = await enter(stage, ben);
    await openConversation(bens, 'Ada');
    await message(bens, 'Nowhere to keep it').waitFor();
    expect(await messages(bens).count()).toBe(1);
  });
});
