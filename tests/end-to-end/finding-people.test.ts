/** Finding people: their order and what was said last, the quick switcher, and the way back to the list. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  about,
  box,
  conversation,
  enter,
  eventually,
  hasFocus,
  openConversation,
  people,
  row,
  sendText,
} from '../support/actions.ts';
import { findViolations } from '../support/axe.ts';
import { type Backend, makePerson, register, sendByCall } from '../support/backends.ts';
import { describeFlow, makeFlowTest } from '../support/flow.ts';

const readNames = (page: Page) => people(page).locator('.name').allInnerTexts();
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

  test('moves up whoever was heard from or written to, with the beginning of it and the time', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    const [cleo] = await gather(backend, 'Cleo', 'Dora');
    if (!cleo) throw new Error('Nobody is there.');
    const page = await enter(stage, ada);
    await row(page, 'Dora').waitFor();
    expect(await readNames(page)).toEqual(['Ben', 'Cleo', 'Dora']);
    await sendByCall(backend, cleo, ada, { text: 'Are you there? 🙂' });
    await eventually(() => readNames(page), ['Cleo', 'Ben', 'Dora']);
    const words = (await row(page, 'Cleo').innerText()).replaceAll('\n', ' ');
    expect(words).toMatch(/\d\d:\d\d .*Offline.*Are you there\? 🙂/);
    await sendByCall(backend, ben, ada, { text: 'Hello' });
    await eventually(() => readNames(page), ['Ben', 'Cleo', 'Dora']);

    await openConversation(page, 'Dora');
    await page.mouse.move(720, 300);
    await sendText(page, 'Good morning');
    await eventually(() => readNames(page), ['Dora', 'Ben', 'Cleo']);
    await row(page, 'Dora').getByText('You: Good morning').waitFor();
    // It is what describes the row, and not a part of its name.
    await people(page).getByRole('link', { name: 'Dora Offline', exact: true }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.reload();
    await row(page, 'Dora').waitFor();
    expect(await readNames(page)).toEqual(['Dora', 'Ben', 'Cleo']);
  });

  test('brings whoever writes to the top also under a pointer that rests, and the focus stays on its row', async ({
    stage,
    backend,
    ada,
    ben: _ben,
  }) => {
    const [cleo, dora] = await gather(backend, 'Cleo', 'Dora');
    if (!cleo || !dora) throw new Error('Nobody is there.');
    const page = await enter(stage, ada);
    await row(page, 'Cleo').hover();
    await sendByCall(backend, dora, ada, { text: 'One' });
    await eventually(() => readNames(page), ['Dora', 'Ben', 'Cleo']);

    await page.mouse.move(900, 400);
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await sendByCall(backend, cleo, ada, { text: 'Two' });
    await eventually(() => readNames(page), ['Cleo', 'Dora', 'Ben']);
    expect(await hasFocus(row(page, 'Ben'))).toBe(true);
  });

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

describe('The people list of a backend that tells nothing of messages', () => {
  const test = makeFlowTest('a plain backend');

  test('stays as the backend lists it', async ({ stage, backend, ada, ben }) => {
    const [cleo] = await gather(backend, 'Cleo');
    if (!cleo) throw new Error('Nobody is there.');
    await sendByCall(backend, cleo, ada, { text: 'Before' });
    const page = await enter(stage, ada);
    await row(page, 'Cleo').waitFor();
    const before = await readNames(page);
    await sendByCall(backend, before[0] === 'Ben' ? cleo : ben, ada, { text: 'Now' });
    await row(page, before[1] ?? '')
      .getByText('unread')
      .waitFor({ state: 'attached' });
    expect(await readNames(page)).toEqual(before);
    expect(await people(page).locator('time').count()).toBe(0);
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

  test('opens for somebody who is the only one there', async ({ stage, ada }) => {
    const page = await enter(stage, ada);
    await openSwitcher(page);
    await switcher(page).getByRole('combobox').press('Escape');
    await eventually(() => switcher(page).count(), 0);
  });

  test('takes the letters that follow at once, and Enter, before it can look for anybody', async ({
    stage,
    backend,
    ada,
  }) => {
    await gather(backend, 'Grace Hopper', 'Georg Cantor');
    const page = await enter(stage, ada);
    await openConversation(page, 'Georg Cantor');
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
    const page = await enter(stage, ada);
    await openConversation(page, 'Cleo');
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

  test('leads from a conversation back to the list by the system’s Back on a small screen', async ({
    stage,
    ada,
    ben: _ben,
  }) => {
    const page = await enter(stage, ada, { size: 'small' });
    const address = page.url();
    await openConversation(page, 'Ben');
    await page.goBack();
    await people(page).waitFor();
    expect(page.url()).toBe(address);
    await openConversation(page, 'Ben');
    await page.getByRole('button', { name: 'Back to list' }).click();
    await people(page).waitFor();
    // The arrow took the same way: nothing of the conversation is left to go back to.
    await openConversation(page, 'Ben');
    await page.reload();
    await conversation(page).getByRole('heading', { name: 'Ben' }).waitFor();
    await page.goBack();
    await people(page).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('takes away by the system’s Back what stands over the screen, and leaves no trace of it', async ({
    stage,
    ada,
    ben: _ben,
  }) => {
    const page = await enter(stage, ada, { size: 'small' });
    const ben = conversation(page).getByRole('heading', { name: 'Ben' });
    const search = page.getByRole('search', { name: 'Search the conversation' });
    const searchButton = page.getByRole('button', { name: 'Search the conversation' });
    await openConversation(page, 'Ben');
    await searchButton.click();
    await search.waitFor();
    await page.goBack();
    await eventually(() => search.count(), 0);
    expect(await ben.isVisible()).toBe(true);

    // What was closed by hand leaves nothing, and the arrow leads to the list past all of it.
    await searchButton.click();
    await search.waitFor();
    await searchButton.click();
    await eventually(() => search.count(), 0);
    await searchButton.click();
    await search.waitFor();
    await page.getByRole('button', { name: 'Back to list' }).click();
    await row(page, 'Ben').waitFor();
    expect(new URL(page.url()).search).toBe('');

    await openConversation(page, 'Ben');
    await page.getByRole('button', { name: 'Emoji' }).click();
    const emoji = page.getByRole('dialog', { name: 'Emoji' });
    await emoji.waitFor();
    await page.goBack();
    await eventually(() => emoji.count(), 0);
    expect(await ben.isVisible()).toBe(true);
    await page.goBack();
    await row(page, 'Ben').waitFor();

    // What is chosen in the switcher takes the switcher's place.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('ben');
    await options(page).waitFor();
    await page.keyboard.press('Enter');
    await ben.waitFor();
    await page.goBack();
    await row(page, 'Ben').waitFor();
    await page.keyboard.press('Control+k');
    await switcher(page).waitFor();
    await page.goBack();
    await eventually(() => switcher(page).count(), 0);
    expect(await row(page, 'Ben').isVisible()).toBe(true);

    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.waitFor();
    await page.goBack();
    await eventually(() => sheet.count(), 0);
    expect(new URL(page.url()).pathname).toBe('/profile');
  });
});
