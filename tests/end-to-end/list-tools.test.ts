/** What the people list can do beyond showing people: the options of a row, keys, what is new out of sight, inviting. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  conversation,
  enter,
  eventually,
  hasFocus,
  holdFinger,
  people,
  row,
} from '../support/actions.ts';
import { findViolations } from '../support/axe.ts';
import { makePerson, register } from '../support/backends.ts';
import { describeFlow } from '../support/flow.ts';

const readNames = (page: Page) => people(page).locator('.name').allInnerTexts();
const menu = (page: Page) => page.getByRole('menu', { name: 'More options' });
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
    return page.getByRole('button', { name: 'More options' }).count();
  }, 1);

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
      return other.getByRole('button', { name: 'More options' }).count();
    }, 1);
    await other.getByRole('button', { name: 'More options' }).click();
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
