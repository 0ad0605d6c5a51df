/** Searching a conversation, and jumping to a date. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  box,
  composeAndEscape,
  conversation,
  enter,
  enterConversation,
  eventually,
  menuLogOut,
  message,
  messages,
  openConversation,
  openMenu,
  sendText,
} from '../support/actions.ts';
import { findViolations } from '../support/axe.ts';
import {
  type Backend,
  type Member,
  makePerson,
  register,
  seeAll,
  sendByCall,
} from '../support/backends.ts';
import { SIZES } from '../support/browser.ts';
import { describeFlow, ECHO, type FlowTest, makeFlowTest } from '../support/flow.ts';

const log = (page: Page) => page.getByRole('log');
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search messages' });
const results = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('button');
const panel = (page: Page) => page.getByRole('search', { name: 'Search the conversation' });
const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement);
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

async function converse(backend: Backend, count: number): Promise<{ ada: Member; ben: Member }> {
  const ada = await register(backend, makePerson('Ada'));
  const ben = await register(backend, makePerson('Ben'));
  for (let number = 1; number <= count; number += 1) {
    const [from, to] = number % 3 === 0 ? [ada, ben] : [ben, ada];
    const text = number % 50 === 10 ? `Needle ${number} at the Café.` : `Hay ${number}.`;
    await sendByCall(backend, from, to, { text });
  }
  await seeAll(backend, ada, ben);
  return { ada, ben };
}

describeFlow('Searching a conversation', (test: FlowTest) => {
  test('lists what holds the words, the latest first, and leads to each of them', async ({
    stage,
    backend,
  }) => {
    const { ada } = await converse(backend, 140);
    const page = await enterConversation(stage, ada, 'Ben');
    await message(page, 'Hay 140.').waitFor();
    await openSearch(page);
    await field(page).fill('cafe needle');
    await eventually(() => results(page).count(), 3);
    await panel(page).getByText('3 results').waitFor();
    expect(await results(page).first().textContent()).toContain('Needle 110');
    expect(await results(page).first().locator('mark').allTextContents()).toEqual([
      'Needle',
      'Café',
    ]);

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
    expect(await messages(page).count()).toBeLessThanOrEqual(200);
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
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
  });

  test('opens by keyboard without taking the browser’s own search, and gives the focus back', async ({
    stage,
    backend,
  }) => {
    const { ada } = await converse(backend, 3);
    const page = await enterConversation(stage, ada, 'Ben');
    await box(page).focus();
    await page.keyboard.press('Control+Shift+F');
    await field(page).waitFor();
    await eventually(() => field(page).evaluate((input) => input === document.activeElement), true);
    await field(page).fill('nothing like it');
    await panel(page).getByText('No messages contain “nothing like it”').waitFor();
    await page.keyboard.press('Escape');
    await eventually(() => field(page).count(), 0);
    expect(await box(page).evaluate((input) => input === document.activeElement)).toBe(true);
  });

  test('closes by Escape wherever the focus is, which stays there', async ({ stage, ada, ben }) => {
    const page = await enterConversation(stage, ada, ben.fullName);
    const peopleSearch = page.getByPlaceholder('Seacrch any user...');
    await openSearch(page);
    await peopleSearch.fill('b');
    await peopleSearch.press('Escape');
    expect(await peopleSearch.inputValue()).toBe('');
    expect(await field(page).count()).toBe(1);
    for (const elsewhere of [box(page), log(page)]) {
      if ((await field(page).count()) === 0) await openSearch(page);
      await elsewhere.focus();
      await page.keyboard.press('Escape');
      await eventually(() => field(page).count(), 0);
      expect(await hasFocus(elsewhere)).toBe(true);
    }
    await openSearch(page);
    await conversation(page).getByRole('heading', { name: ben.fullName }).click();
    await page.keyboard.press('Escape');
    await eventually(() => field(page).count(), 0);
    await page.keyboard.press('Escape');
    await eventually(() => box(page).count(), 0);
  });

  test('takes what is typed right after it was opened, however slow the network is', async ({
    stage,
    backend,
  }) => {
    const { ada } = await converse(backend, 10);
    const page = await enterConversation(stage, ada, 'Ben');
    await message(page, 'Hay 9.').waitFor();
    await box(page).focus();
    await page.route('**/*.js', () => undefined);
    await page.keyboard.press('Control+Shift+F');
    await page.keyboard.type('needle');
    expect(await field(page).inputValue()).toBe('needle');
    expect(await box(page).inputValue()).toBe('');
    await eventually(() => results(page).count(), 1);
  });

  test('is not closed by an Escape that is meant for something else: composed words, an open menu', async ({
    stage,
    backend,
  }) => {
    const { ada } = await converse(backend, 3);
    const page = await enterConversation(stage, ada, 'Ben');
    await openSearch(page);
    await composeAndEscape(page, '日本');

    await openMenu(page);
    await page.keyboard.press('Escape');
    await menuLogOut(page).waitFor({ state: 'detached' });
    expect(await field(page).count()).toBe(1);
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
  });

  test('leads to a message that was sent from this window', async ({ stage, backend }) => {
    const { ada, ben } = await converse(backend, 3);
    const page = await enterConversation(stage, ada, 'Ben');
    await sendText(page, 'A needle of my own');
    // Until it is sent, it stands at the end.
    const sent = page.locator('[data-state=sent], [data-state=delivered]');
    await message(page, 'A needle of my own').and(sent).waitFor();
    for (let number = 1; number <= 40; number += 1) {
      await sendByCall(backend, ben, ada, { text: `More ${number}.` });
    }
    const look = (text: string) => isInView(page, text);
    await eventually(
      () => Promise.all(['More 40.', 'A needle of my own'].map(look)),
      [true, false],
    );
    await openSearch(page);
    await field(page).fill('needle');
    await eventually(() => results(page).count(), 1);
    await field(page).press('Enter');
    await eventually(() => isInView(page, 'A needle of my own'), true);
  });

  test('goes to the first message since a day, and says when there is none', async ({
    stage,
    backend,
  }) => {
    const { ada } = await converse(backend, 90);
    const page = await enterConversation(stage, ada, 'Ben');
    await message(page, 'Hay 90.').waitFor();
    await openSearch(page);
    await panel(page).getByRole('button', { name: 'Jump to a date' }).click();
    const jump = panel(page).getByRole('button', { name: 'Jump', exact: true });
    await jump.click();
    await panel(page).getByText('Choose a day.').waitFor();
    await panel(page).getByLabel('Day').fill('2020-02-29');
    await jump.click();
    await panel(page)
      .getByText(/^No messages on February 29, 2020/)
      .waitFor();
    expect(await findViolations(page)).toEqual([]);
    await eventually(() => isInView(page, 'Hay 1.'), true);
    await jumpButton(page).click();
    await eventually(() => isInView(page, 'Hay 90.'), true);
  });
});

describe('Far back', () => {
  const test = makeFlowTest('our server');

  test('the search stays clear of what says that there is no connection', async ({
    stage,
    backend,
  }) => {
    stage.expectTrouble(ECHO);
    const { ada } = await converse(backend, 1);
    const page = await enterConversation(stage, ada, 'Ben', { size: 'small' });
    await openSearch(page);
    const search = await panel(page).boundingBox();
    await backend.stop();
    const lost = conversation(page).getByText('Reconnecting…');
    expect((await lost.boundingBox())?.y).toBeGreaterThan((search?.y ?? 0) + (search?.height ?? 0));
  });

  test('Enter before anything was found goes to the latest of what is, and not of what was', async ({
    stage,
    backend,
  }) => {
    const { ada } = await converse(backend, 20);
    const page = await enterConversation(stage, ada, 'Ben');
    await openSearch(page);
    await field(page).fill('hay');
    await eventually(() => results(page).count(), 19);
    const pressed = Promise.withResolvers<void>();
    await page.route('**/search?**', async (route) => {
      await pressed.promise;
      await route.continue();
    });
    await field(page).fill('needle');
    await field(page).press('Enter');
    pressed.resolve();
    await panel(page)
      .getByText(/^1 of 1(?!\d)/)
      .waitFor();
    await eventually(() => isInView(page, 'Needle 10 '), true);
  });

  test('a message is shown with its surroundings alone, from where the reader goes on in both directions', async ({
    stage,
    backend,
  }) => {
    const { ada, ben } = await converse(backend, 420);
    const page = await enter(stage, ada);
    const pages: string[] = [];
    page.on('request', (request) => {
      if (/[?&](before|after)=/.test(request.url())) pages.push(request.url());
    });
    await openConversation(page, 'Ben');
    await message(page, 'Hay 420.').waitFor();
    await openSearch(page);
    await field(page).fill('needle');
    await eventually(() => results(page).count(), 9);
    await results(page).last().click();
    await eventually(() => isInView(page, 'Needle 10 '), true);
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
  });

  test('an own message and the jump button lead back to the newest', async ({ stage, backend }) => {
    const { ada } = await converse(backend, 260);
    const page = await enterConversation(stage, ada, 'Ben');
    await message(page, 'Hay 259.').waitFor();
    await openSearch(page);
    for (const leave of ['send', 'jump'] as const) {
      await field(page).fill('needle');
      await field(page).click();
      await results(page).last().click();
      await eventually(() => isInView(page, 'Needle 10 '), true);
      if (leave === 'send') {
        await sendText(page, 'From far away');
      } else {
        await jumpButton(page).click();
        await eventually(() => log(page).evaluate((view) => view === document.activeElement), true);
      }
      await eventually(() => isInView(page, 'From far away'), true);
    }
  });
});
