/** Searching a conversation, and jumping to a date. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  box,
  composeAndEscape,
  conversation,
  enter,
  enterConversation,
  eventually,
  hasFocus,
  menuLogOut,
  message,
  messages,
  openConversation,
  openMenu,
  sendText,
} from '../support/actions.ts';
import { findViolations } from '../support/axe.ts';
import { type Backend, type Member, seeAll, sendByCall } from '../support/backends.ts';
import { SIZES } from '../support/browser.ts';
import { ECHO, makeFlowTest } from '../support/flow.ts';

const test = makeFlowTest('our server');

const log = (page: Page) => page.getByRole('log');
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search messages' });
const results = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('button');
const panel = (page: Page) => page.getByRole('search', { name: 'Search the conversation' });
const openSearch = async (page: Page) => {
  await conversation(page).getByRole('button', { name: 'Search the conversation' }).click();
  await field(page).waitFor();
};
const jumpButton = (page: Page) =>
  page.getByRole('button', { name: 'Jump to newest', exact: true });
const isInView = (page: Page, text: string) =>
  log(page).evaluate((view, wanted) => {
    const rows = [...view.querySelectorAll('[data-key]')];
    const row = rows.find((one) => one.textContent?.includes(wanted))?.getBoundingClientRect();
    const around = view.getBoundingClientRect();
    return row !== undefined && row.top >= around.top && row.bottom <= around.bottom;
  }, text);

async function converse(backend: Backend, ada: Member, ben: Member, count: number) {
  for (let number = 1; number <= count; number += 1) {
    const [from, to] = number % 3 === 0 ? [ada, ben] : [ben, ada];
    const text = number % 50 === 10 ? `Needle ${number} at the Café.` : `Hay ${number}.`;
    await sendByCall(backend, from, to, { text });
  }
  await seeAll(backend, ada, ben);
}

test('The search takes what is typed at once, lists what holds the words, leads to each of them and to a day, and closes by Escape', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
  stage.expectTrouble(ECHO);
  await converse(backend, ada, ben, 140);
  const page = await enterConversation(stage, ada, 'Ben');
  await message(page, 'Hay 140.').waitFor();
  await box(page).focus();
  // However slow the network is.
  await page.route('**/*.js', () => undefined);
  await page.keyboard.press('Control+Shift+F');
  await page.keyboard.type('cafe needle');
  expect(await field(page).inputValue()).toBe('cafe needle');
  expect(await box(page).inputValue()).toBe('');
  await eventually(() => results(page).count(), 3);
  await page.unrouteAll();
  await panel(page).getByText('3 results').waitFor();
  expect(await results(page).first().textContent()).toContain('Needle 110');
  const marks = results(page).first().locator('mark');
  expect(await marks.allTextContents()).toEqual(['Needle', 'Café']);
  expect(await findViolations(page)).toEqual([]);

  // In a low window they leave the box free.
  await page.setViewportSize({ width: 844, height: 390 });
  const end = await results(page)
    .first()
    .evaluate((hit) => hit.closest('ul')?.parentElement?.getBoundingClientRect().bottom);
  expect(end).toBeLessThanOrEqual((await box(page).boundingBox())?.y ?? 0);
  await page.setViewportSize(SIZES.wide);

  await field(page).press('Enter');
  await eventually(() => isInView(page, 'Needle 110'), true);
  await panel(page).getByText('1 of 3').waitFor();
  await field(page).press('Enter');
  await field(page).press('Enter');
  await eventually(() => isInView(page, 'Needle 10 '), true);
  await panel(page).getByRole('button', { name: 'Newer result' }).click();
  await eventually(() => isInView(page, 'Needle 60'), true);
  const marked = () => page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map(String));
  await eventually(marked, ['Needle', 'Café']);
  await field(page).press('ArrowDown');
  await eventually(() => results(page).count(), 3);
  await field(page).press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await panel(page).getByText('2 of 3').waitFor();
  expect(await hasFocus(field(page))).toBe(true);

  // Enter before anything was found goes to the latest of what is, and not of what was.
  const pressed = Promise.withResolvers<void>();
  await page.route('**/search?**', async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await field(page).fill('hay 77');
  await field(page).press('Enter');
  pressed.resolve();
  await panel(page)
    .getByText(/^1 of 1(?!\d)/)
    .waitFor();
  await eventually(() => isInView(page, 'Hay 77.'), true);
  await page.unrouteAll();

  await panel(page).getByRole('button', { name: 'Jump to a date' }).click();
  const jump = panel(page).getByRole('button', { name: 'Jump', exact: true });
  await jump.click();
  await panel(page).getByText('Choose a day.').waitFor();
  await panel(page).getByLabel('Day').fill('2020-02-29');
  await jump.click();
  await panel(page)
    .getByText(/^No messages on February 29, 2020/)
    .waitFor();
  await eventually(() => isInView(page, 'Hay 1.'), true);
  await jumpButton(page).click();
  await eventually(() => isInView(page, 'Hay 140.'), true);

  // Escape that is meant for something else: an open menu, composed words, the people's search.
  await openMenu(page);
  await page.keyboard.press('Escape');
  await menuLogOut(page).waitFor({ state: 'detached' });
  const peopleSearch = page.getByPlaceholder('Seacrch any user...');
  for (const composed of [field(page), peopleSearch]) {
    await composed.fill('');
    await composed.focus();
    await composeAndEscape(page, '日本');
    expect(await composed.inputValue()).toContain('日本');
  }
  await peopleSearch.press('Escape');
  expect(await peopleSearch.inputValue()).toBe('');
  expect(await field(page).count()).toBe(1);
  // Elsewhere the focus stays.
  for (const elsewhere of [box(page), log(page)]) {
    if ((await field(page).count()) === 0) await openSearch(page);
    await elsewhere.focus();
    await page.keyboard.press('Escape');
    await eventually(() => field(page).count(), 0);
    expect(await hasFocus(elsewhere)).toBe(true);
  }
  await box(page).focus();
  await page.keyboard.press('Control+Shift+F');
  await field(page).fill('nothing like it');
  await panel(page).getByText('No messages contain “nothing like it”').waitFor();
  await page.keyboard.press('Escape');
  await eventually(() => field(page).count(), 0);
  expect(await hasFocus(box(page))).toBe(true);

  // Clear of what says that there is no connection.
  await page.setViewportSize(SIZES.small);
  await openSearch(page);
  const { y = 0, height = 0 } = (await panel(page).boundingBox()) ?? {};
  await backend.stop();
  const lost = conversation(page).getByText('Reconnecting…');
  expect((await lost.boundingBox())?.y).toBeGreaterThan(y + height);
});

test('A message far back is shown with its surroundings alone, from where the reader goes on in both directions, or back to the newest', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
  await converse(backend, ada, ben, 320);
  const page = await enter(stage, ada);
  const pages: string[] = [];
  page.on('request', (request) => {
    if (/[?&](before|after)=/.test(request.url())) pages.push(request.url());
  });
  await openConversation(page, 'Ben');
  await message(page, 'Hay 320.').waitFor();
  await openSearch(page);
  const goFarBack = async () => {
    await field(page).fill('needle');
    await field(page).click();
    await eventually(() => results(page).count(), 7);
    await results(page).last().click();
    await eventually(() => isInView(page, 'Needle 10 '), true);
  };
  await goFarBack();
  // What lies between was not read.
  expect(pages.length).toBeLessThanOrEqual(4);
  expect(await messages(page).count()).toBeLessThanOrEqual(200);

  // What arrives meanwhile moves nothing, and is counted.
  await sendByCall(backend, ben, ada, { text: 'Meanwhile.' });
  await page
    .getByRole('button', { name: 'Jump to newest', exact: true, description: '1 new message' })
    .waitFor();
  expect(await isInView(page, 'Needle 10 ')).toBe(true);

  // Scrolling on, it becomes one with the newest messages.
  await log(page).hover();
  let most = 0;
  for (let step = 0; step < 80 && (await jumpButton(page).count()) > 0; step += 1) {
    await page.mouse.wheel(0, 900);
    most = Math.max(most, await messages(page).count());
    await eventually(() => log(page).getByText('Loading newer messages').count(), 0);
  }
  await message(page, 'Meanwhile.').waitFor();
  expect(most).toBeLessThanOrEqual(200);
  await eventually(() => jumpButton(page).count(), 0);

  await goFarBack();
  await sendText(page, 'From far away');
  await eventually(() => isInView(page, 'From far away'), true);
  await goFarBack();
  // Also to one that was sent from this window.
  await field(page).fill('from far');
  await eventually(() => results(page).count(), 1);
  await field(page).press('Enter');
  await eventually(() => isInView(page, 'From far away'), true);
  await goFarBack();
  await jumpButton(page).click();
  await eventually(() => hasFocus(log(page)), true);
  await eventually(() => isInView(page, 'From far away'), true);
});
