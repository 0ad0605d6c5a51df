/** Finding people: their order and what was said last, the quick switcher, and the way back to the list. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  about,
  box,
  conversation,
  enter,
  enterConversation,
  eventually,
  openConversation,
  row,
  sendText,
} from '../support/actions.ts';
import { findViolations } from '../support/axe.ts';
import { type Backend, makePerson, register } from '../support/backends.ts';
import { describeFlow, makeFlowTest } from '../support/flow.ts';

const switcher = (page: Page) => page.getByRole('dialog', { name: 'Go to a person' });
/** What listens for the key comes a moment after the list. */
const openSwitcher = (page: Page) =>
  eventually(async () => {
    await page.keyboard.press('Control+k');
    return switcher(page).isVisible();
  }, true);
const options = (page: Page) => switcher(page).getByRole('option');
const active = (page: Page) => switcher(page).getByRole('option', { selected: true });

async function gather(backend: Backend, ...names: string[]) {
  const members = [];
  for (const name of names) members.push(await register(backend, makePerson(name)));
  return members;
}

describe('The people list of a server that tells what was said last', () => {
  const test = makeFlowTest('our server');

  test('tells who is typing, and in the conversation when somebody was last here', async ({
    stage,
    ada,
    ben,
  }) => {
    const page = await enter(stage, ada);
    const bens = await enter(stage, ben);
    await row(page, 'Ben').getByText('Online').waitFor();
    await openConversation(page, 'Ben');
    const header = conversation(page).locator('header');
    await header.getByText('Online', { exact: true }).waitFor();
    await openConversation(bens, 'Ada');
    await box(bens).pressSequentially('Hm');
    await row(page, 'Ben').getByText('typing…').waitFor();
    await row(page, 'Ben').getByText('Online').waitFor();
    await bens.context().close();
    await header.getByText(/^Offline · last seen \d\d:\d\d$/).waitFor();
    await about(page, 'Ben')
      .getByText(/^Offline · last seen \d\d:\d\d$/)
      .waitFor();
  });
});

describeFlow('Finding people', (test) => {
  test('goes to a conversation by a few letters, by keyboard alone', async ({
    stage,
    backend,
    ada,
  }) => {
    await gather(backend, 'Grace Hopper', 'Georg Cantor', 'Leïla Haddad');
    const page = await enter(stage, ada);
    await row(page, 'Grace Hopper').waitFor();
    await openSwitcher(page);
    const field = switcher(page).getByRole('combobox');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await field.pressSequentially('grhop');
    await eventually(() => options(page).count(), 1);
    expect(await active(page).innerText()).toContain('Grace Hopper');
    expect(await field.getAttribute('aria-activedescendant')).toBe(
      await active(page).getAttribute('id'),
    );
    expect(await findViolations(page)).toEqual([]);
    await field.press('Enter');
    await conversation(page).getByRole('heading', { name: 'Grace Hopper' }).waitFor();
    await eventually(() => switcher(page).count(), 0);
    await eventually(
      () => box(page).evaluate((element) => element === document.activeElement),
      true,
    );

    await page.keyboard.press('Control+k');
    await field.pressSequentially('g');
    await options(page).nth(1).waitFor();
    const names = await options(page).locator('.name').allInnerTexts();
    await field.press('ArrowDown');
    await eventually(
      async () => (await active(page).locator('.name').innerText()) === names[1],
      true,
    );
    await field.press('ArrowUp');
    await field.press('ArrowUp');
    await eventually(
      async () => (await active(page).locator('.name').innerText()) === names.at(-1),
      true,
    );
    await field.fill('leila');
    await eventually(() => options(page).locator('.name').allInnerTexts(), ['Leïla Haddad']);
    await field.fill('nobody at all');
    await switcher(page).getByRole('status').getByText('No matches').waitFor();
    // Escape closes this alone, and the focus is where it was.
    await field.press('Escape');
    await eventually(() => switcher(page).count(), 0);
    await conversation(page).getByRole('heading', { name: 'Grace Hopper' }).waitFor();
    await eventually(
      () => box(page).evaluate((element) => element === document.activeElement),
      true,
    );
  });

  test('offers those who are there to somebody who has talked with nobody', async ({
    stage,
    backend,
    ada,
  }) => {
    await gather(backend, 'Grace Hopper', 'Georg Cantor');
    const page = await enter(stage, ada);
    await row(page, 'Georg Cantor').waitFor();
    await openSwitcher(page);
    await eventually(() => options(page).count(), 2);
    await page.keyboard.press('ArrowDown');
    const name = await active(page).locator('.name').innerText();
    await page.keyboard.press('Enter');
    await conversation(page).getByRole('heading', { name }).waitFor();
  });

  test('takes the letters that follow at once, and Enter, before it can look for anybody', async ({
    stage,
    backend,
    ada,
  }) => {
    await gather(backend, 'Grace Hopper', 'Georg Cantor');
    const page = await enterConversation(stage, ada, 'Georg Cantor');
    await page.waitForLoadState('networkidle');
    const code = Promise.withResolvers<void>();
    await page.route(/\.js$/, async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('grhop');
    expect(await switcher(page).getByRole('combobox').inputValue()).toBe('grhop');
    expect(await box(page).inputValue()).toBe('');
    expect(await switcher(page).getByText('No matches').count()).toBe(0);
    await page.keyboard.press('Enter');
    code.resolve();
    await conversation(page).getByRole('heading', { name: 'Grace Hopper' }).waitFor();
    await eventually(() => switcher(page).count(), 0);
  });

  test('opens by a key that was pressed before its code had come', async ({
    stage,
    backend,
    ada,
  }) => {
    await gather(backend, 'Grace Hopper');
    const page = await stage.openWindow({ token: ada.token });
    const code = Promise.withResolvers<void>();
    await page.route(/\.js$/, async (route) => {
      const response = await route.fetch();
      if ((await response.text()).includes('aria-autocomplete')) await code.promise;
      await route.fulfill({ response });
    });
    await page.goto('/');
    await row(page, 'Grace Hopper').waitFor();
    await page.keyboard.press('Control+k');
    expect(await switcher(page).count()).toBe(0);
    code.resolve();
    await page.unrouteAll({ behavior: 'wait' });
    await switcher(page).waitFor();
    await page.keyboard.type('grhop');
    await page.keyboard.press('Enter');
    await conversation(page).getByRole('heading', { name: 'Grace Hopper' }).waitFor();
    await eventually(() => switcher(page).count(), 0);
  });

  test('offers first whom one talked with last, and not the one who is open', async ({
    stage,
    backend,
    ada,
  }) => {
    await gather(backend, 'Cleo', 'Dora', 'Eve');
    const page = await enter(stage, ada);
    for (const name of ['Cleo', 'Dora']) {
      await openConversation(page, name);
      await sendText(page, `Hello ${name}`);
      await conversation(page).getByText(`Hello ${name}`).waitFor();
    }
    await page.keyboard.press('Control+k');
    await eventually(() => options(page).locator('.name').allInnerTexts(), ['Cleo']);
    await page.keyboard.press('Enter');
    await conversation(page).getByRole('heading', { name: 'Cleo' }).waitFor();
    await page.keyboard.press('Control+k');
    await eventually(() => options(page).locator('.name').allInnerTexts(), ['Dora']);
    await page.keyboard.press('Control+k');
    await eventually(() => switcher(page).count(), 0);
  });

  test('opens again by a key that follows the choice at once', async ({
    stage,
    backend,
    ada,
    ben: _ben,
  }) => {
    await gather(backend, 'Cleo');
    const page = await enterConversation(stage, ada, 'Cleo');
    await openSwitcher(page);
    await page.keyboard.type('ben');
    await eventually(() => options(page).count(), 1);
    // Before the browser tells that the dialog has closed.
    await page.evaluate(async () => {
      const press = (init: KeyboardEventInit) =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
        );
      press({ key: 'Enter' });
      await Promise.resolve();
      press({ key: 'k', ctrlKey: true });
    });
    await conversation(page).getByRole('heading', { name: 'Ben' }).waitFor();
    await eventually(() => options(page).locator('.name').allInnerTexts(), ['Cleo']);
    await page.keyboard.press('Enter');
    await conversation(page).getByRole('heading', { name: 'Cleo' }).waitFor();
    await eventually(() => switcher(page).count(), 0);
  });
});
