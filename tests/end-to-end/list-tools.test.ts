/** What the people list can do beyond showing people: the options of a row, keys, what is new out of sight, inviting. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  conversation,
  enter,
  enterConversation,
  eventually,
  hasFocus,
  holdFinger,
  openConversation,
  people,
  row,
} from '../support/actions.ts';
import { findViolations } from '../support/axe.ts';
import { type Backend, makePerson, register, sendByCall } from '../support/backends.ts';
import { describeFlow, makeFlowTest } from '../support/flow.ts';

const readNames = (page: Page) => people(page).locator('.name').allInnerTexts();
const menu = (page: Page) => page.getByRole('menu', { name: 'Options' });
const dot = (page: Page, name: string) => row(page, name).locator('.unread-dot');
const choose = (page: Page, item: string) =>
  page.getByRole('menuitem', { name: item, exact: true }).click();

/** The menu's code comes a moment after the rows. */
const untilOpen = (page: Page, open: () => Promise<unknown>) =>
  eventually(async () => {
    await open();
    return menu(page).isVisible();
  }, true);

/** What the list can do comes a moment after its rows: then a row that gets the focus has a button. */
const untilReady = (page: Page, name: string) =>
  eventually(async () => {
    await row(page, name).blur();
    await row(page, name).focus();
    return page.getByRole('button', { name: 'Options' }).count();
  }, 1);

async function gather(backend: Backend, count: number) {
  const members = [];
  for (let number = 1; number <= count; number += 1) {
    const name = `Person ${String(number).padStart(2, '0')}`;
    members.push(await register(backend, makePerson(name)));
  }
  return members;
}

describeFlow('The options of a row', (test) => {
  test('pin a person to the top in all windows of this browser, by mouse or keyboard', async ({
    stage,
    backend,
    ada,
    ben: _ben,
  }) => {
    await register(backend, makePerson('Cleo'));
    await register(backend, makePerson('Dora'));
    const page = await enter(stage, ada);
    await row(page, 'Dora').waitFor();
    const before = await readNames(page);
    const pinned = ['Cleo', ...before.filter((name) => name !== 'Cleo')];
    await untilOpen(page, () => row(page, 'Cleo').click({ button: 'right' }));
    expect(await findViolations(page)).toEqual([]);
    await choose(page, 'Pin to top');
    await eventually(() => readNames(page), pinned);
    expect(await hasFocus(row(page, 'Cleo'))).toBe(true);
    await people(page).getByRole('link', { name: 'Cleo Offline pinned', exact: true }).waitFor();

    const other = await page.context().newPage();
    await other.goto('/');
    await row(other, 'Dora').waitFor();
    expect(await readNames(other)).toEqual(pinned);
    await eventually(async () => {
      await row(other, 'Cleo').hover();
      return other.getByRole('button', { name: 'Options' }).count();
    }, 1);
    await other.getByRole('button', { name: 'Options' }).click();
    await choose(other, 'Unpin');
    await eventually(() => readNames(other), before);
    await eventually(() => readNames(page), before);
    await other.close();

    await page.mouse.move(900, 400);
    await row(page, 'Dora').focus();
    await page.keyboard.press('Shift+F10');
    await menu(page).waitFor();
    expect(await hasFocus(page.getByRole('menuitem', { name: 'Pin to top' }))).toBe(true);
    await page.keyboard.press('Escape');
    await eventually(() => menu(page).count(), 0);
    expect(await hasFocus(row(page, 'Dora'))).toBe(true);
    await page.keyboard.press('p');
    await eventually(async () => (await readNames(page))[0], 'Dora');
  });

  test('mark a conversation as unread until it is opened, and open it in a new window', async ({
    stage,
    ada,
    ben,
  }) => {
    const page = await enterConversation(stage, ada, 'Ben');
    await untilOpen(page, () => row(page, 'Ben').click({ button: 'right' }));
    await choose(page, 'Mark as unread');
    await dot(page, 'Ben').waitFor();
    // Open it would be read.
    await eventually(() => conversation(page).getByRole('heading', { name: 'Ben' }).count(), 0);
    await eventually(() => new URL(page.url()).search, '');
    await page.reload();
    await dot(page, 'Ben').waitFor();
    await openConversation(page, 'Ben');
    await eventually(() => dot(page, 'Ben').count(), 0);

    await untilOpen(page, () => row(page, 'Ben').click({ button: 'right' }));
    const opening = page.context().waitForEvent('page');
    await choose(page, 'Open in new window');
    const other = await opening;
    await conversation(other).getByRole('heading', { name: 'Ben' }).waitFor();
    expect(new URL(other.url()).search).toBe(`?with=${ben.id}`);
    await other.close();

    // The browser's own menu for links.
    await row(page, 'Ben').click({ button: 'right', modifiers: ['Shift'] });
    expect(await menu(page).count()).toBe(0);
  });

  test('open by a long press, which does not open the conversation as well', async ({
    stage,
    ada,
    ben: _ben,
  }) => {
    const page = await enter(stage, ada, { size: 'small', isTouch: true });
    await untilReady(page, 'Ben');
    const touch = await holdFinger(page, row(page, 'Ben'));
    await untilOpen(page, touch.start);
    await touch.end();
    expect(await people(page).isVisible()).toBe(true);
    await page.getByRole('menuitem', { name: 'Mark as unread' }).tap();
    await dot(page, 'Ben').waitFor();
    await untilOpen(page, touch.start);
    await touch.end();
    await page.goBack();
    await eventually(() => menu(page).count(), 0);
    await row(page, 'Ben').tap();
    await conversation(page).getByRole('heading', { name: 'Ben' }).waitFor();
  });
});

/** Moves a pointer over the row all the time, by the page's own clock. Returns a function that ends it. */
async function moveOver(one: Locator): Promise<() => Promise<void>> {
  const timer = await one.evaluate((row) => {
    const move = () => row.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
    move();
    return Number(setInterval(move, 50));
  });
  return () => one.evaluate((_row, id) => clearInterval(id), timer);
}

describe('The people list', () => {
  const test = makeFlowTest('our server');

  test('tells of new messages out of sight while the pointer keeps it from moving', async ({
    stage,
    backend,
    ada,
  }) => {
    const members = await gather(backend, 20);
    const last = members.at(-1);
    if (!last) throw new Error('Nobody is there.');
    const page = await enter(stage, ada);
    await row(page, 'Person 03').waitFor();
    await untilReady(page, 'Person 03');
    const stop = await moveOver(row(page, 'Person 03'));
    await sendByCall(backend, last, ada, { text: 'Hello' });
    const pill = people(page).getByRole('button', { name: '1 new' });
    await pill.waitFor();
    expect((await readNames(page))[0]).toBe('Person 01');
    await pill.click();
    await eventually(async () => (await readNames(page))[0], 'Person 20');
    expect(await hasFocus(row(page, 'Person 20'))).toBe(true);
    expect(await pill.count()).toBe(0);
    await stop();
  });

  test('Alt with an arrow leads from one conversation to the next, and with Shift to the next unread one', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    const cleo = await register(backend, makePerson('Cleo'));
    await register(backend, makePerson('Dora'));
    const page = await enterConversation(stage, ada, 'Ben', { size: 'wide' });
    await sendByCall(backend, ben, ada, { text: 'First' });
    await conversation(page).getByText('First').waitFor();
    await sendByCall(backend, cleo, ada, { text: 'Second' });
    await row(page, 'Cleo').locator('[data-badge]').waitFor();
    const isOpen = (name: string) => conversation(page).getByRole('heading', { name }).waitFor();
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await isOpen('Cleo');
    await eventually(() => row(page, 'Cleo').locator('[data-badge]').count(), 0);
    const names = await readNames(page);
    for (let at = names.indexOf('Cleo') + 1; at < names.length; at += 1) {
      await page.keyboard.press('Alt+ArrowDown');
      await isOpen(names[at] ?? '');
    }
    for (let at = names.length - 2; at >= 0; at -= 1) {
      await page.keyboard.press('Alt+ArrowUp');
      await isOpen(names[at] ?? '');
    }
  });

  test('on a phone the back arrow counts what is unread elsewhere, clear of the picture', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    const cleo = await register(backend, makePerson('Cleo'));
    const page = await enterConversation(stage, ada, ben.fullName, { size: 'small' });
    const back = page.getByRole('button', { name: 'Back to list' });
    for (let count = 0; count < 10; count += 1) {
      await sendByCall(backend, cleo, ada, { text: `Message ${count}` });
    }
    await page
      .getByRole('button', {
        name: 'Back to list',
        description: '10 unread in other conversations',
      })
      .waitFor();
    const badge = await conversation(page).locator('[data-badge]').boundingBox();
    const picture = await conversation(page)
      .locator('header')
      .getByText('B', { exact: true })
      .boundingBox();
    const gap = (picture?.x ?? 0) - (badge?.x ?? 0) - (badge?.width ?? 0);
    expect(gap).toBeGreaterThanOrEqual(4);
    await back.click();
    await row(page, 'Cleo').waitFor();
  });

  test('somebody alone finds the address of the server, and copies it', async ({ stage, ada }) => {
    const page = await enter(stage, ada);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { origin } = new URL(page.url());
    const address = people(page).getByLabel('Invite someone: send them this address.');
    expect(await address.inputValue()).toBe(origin);
    await people(page).getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Address copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(origin);
  });
});
