/** Finding people: their order and what was said last, the quick switcher, and the way back to the list. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  about,
  box,
  conversation,
  enter,
  eventually,
  hasFocus,
  openConversation,
  row,
  sendText,
} from '../support/actions.ts';
import { findViolations } from '../support/axe.ts';
import { makePerson, register } from '../support/backends.ts';
import { makeFlowTest } from '../support/flow.ts';

const test = makeFlowTest('our server');

const switcher = (page: Page) => page.getByRole('dialog', { name: 'Go to a person' });
const options = (page: Page) => switcher(page).getByRole('option');
const active = (page: Page) => switcher(page).getByRole('option', { selected: true });

test('The list tells who is typing, and in the conversation when somebody was last here', async ({
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
  await bens.context().close();
  await header.getByText(/^Offline · last seen \d\d:\d\d$/).waitFor();
  await about(page, 'Ben')
    .getByText(/^Offline · last seen \d\d:\d\d$/)
    .waitFor();
});

test('The switcher opens by its key however late its code comes, goes to a conversation by a few letters, by keyboard alone, and offers first whom one talked with last', async ({
  stage,
  backend,
  ada,
}) => {
  for (const name of ['Grace Hopper', 'Georg Cantor', 'Leïla Haddad']) {
    await register(backend, makePerson(name));
  }
  const page = await stage.openWindow({ token: ada.token });
  const code = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes('aria-autocomplete')) await code.promise;
    await route.fulfill({ response });
  });
  await page.goto('/');
  await row(page, 'Grace Hopper').waitFor();
  // Before its code has come.
  await page.keyboard.press('Control+k');
  expect(await switcher(page).count()).toBe(0);
  code.resolve();
  await page.unrouteAll({ behavior: 'wait' });
  const field = switcher(page).getByRole('combobox');
  await eventually(() => hasFocus(field), true);
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
  await eventually(() => hasFocus(box(page)), true);

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
  // Words are selected by a drag that ends beside the dialog.
  await field.hover({ position: { x: 200, y: 20 } });
  await page.mouse.down();
  await page.mouse.move(5, 5, { steps: 5 });
  await page.mouse.up();
  await eventually(
    () => field.evaluate((input: HTMLInputElement) => [input.selectionStart, input.value]),
    [0, 'nobody at all'],
  );
  // Escape closes this alone, and the focus is where it was.
  await field.press('Escape');
  await eventually(() => switcher(page).count(), 0);
  await conversation(page).getByRole('heading', { name: 'Grace Hopper' }).waitFor();
  await eventually(() => hasFocus(box(page)), true);

  // Offered first is whom one talked with last, and not who is open.
  for (const name of ['Georg Cantor', 'Grace Hopper']) {
    await openConversation(page, name);
    await sendText(page, `Hello ${name}`);
    await conversation(page).getByText(`Hello ${name}`).waitFor();
  }
  const offered = () => options(page).locator('.name').allInnerTexts();
  await page.keyboard.press('Control+k');
  await eventually(offered, ['Georg Cantor']);
  await page.mouse.click(5, 5);
  await eventually(() => switcher(page).count(), 0);
});
