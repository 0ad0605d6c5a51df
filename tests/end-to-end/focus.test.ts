/**
 * Where the focus is can be seen at every stop, in the system's own few colours too; and what is pressed is
 * large enough.
 */
import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import {
  bell,
  conversation,
  enter,
  eventually,
  hasFocus,
  message,
  messages,
  openConversation,
  readTold,
  row,
  sendText,
  untilTold,
} from '../support/actions.ts';

import { type Backend, callApi, makePerson, register, sendByCall } from '../support/backends.ts';
import { SIZES } from '../support/browser.ts';
import { ECHO, makeFlowTest } from '../support/flow.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { sendMany } from '../support/send-many.ts';

const test = makeFlowTest('our server');

/** Stops of the Tab key from which the next round begins. */
const MAX_STOPS = 40;

async function prepare(backend: Backend) {
  const ada = await register(backend, makePerson('Ada'));
  const ben = await register(backend, makePerson('Ben'));
  await register(backend, makePerson('Cleo'));
  await sendByCall(backend, ben, ada, { text: 'See https://example.org/here' });
  await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(240, 160)) });
  return { ada, ben };
}

/** What has the focus, and whether something around it is drawn so that one sees it. */
const readStop = (page: Page) =>
  page.evaluate(() => {
    const stop = document.activeElement;
    if (!stop || stop === document.body) return null;
    const isDrawn = (element: Element | null): boolean => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
      const hasOutline =
        outlineStyle !== 'none' &&
        Number.parseFloat(outlineWidth) >= 2 &&
        outlineColor !== 'rgba(0, 0, 0, 0)';
      return hasOutline || boxShadow.includes(' 0px 0px 0px ');
    };
    const near = [stop, stop.parentElement, stop.parentElement?.parentElement ?? null];
    return { what: stop.outerHTML.slice(0, 140), isSeen: near.some(isDrawn) };
  });

async function findUnseen(page: Page): Promise<string[]> {
  const unseen: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const found = await readStop(page);
    // Out of the page's end: the browser's own bars.
    if (!found) continue;
    if (!found.isSeen) unseen.push(found.what);
  }
  return [...new Set(unseen)];
}

/** What is pressed, links within text aside, and is less than 24 px high or wide. */
const findSmall = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a, input, textarea, select, summary')]
      .filter((target) => target.checkVisibility() && !target.closest('p, [inert]'))
      // What is pressed with a tick box is its label.
      .map((target) => ({ target, area: target.closest('label') ?? target }))
      .filter(({ area }) => {
        const { width, height } = area.getBoundingClientRect();
        return width > 0 && (width < 24 || height < 24);
      })
      .map(({ target }) => target.outerHTML.slice(0, 140)),
  );

test('The focus is seen at every stop on chat home and the profile, in forced colours too, and whatever is pressed is at least 24 px high and wide', async ({
  stage,
  backend,
}) => {
  const { ada } = await prepare(backend);
  const page = await enter(stage, ada);
  const check = async (where: string) => {
    for (const forcedColors of ['none', 'active'] as const) {
      await page.emulateMedia({ forcedColors });
      expect(await findUnseen(page), `${where}, forced colours: ${forcedColors}`).toEqual([]);
    }
    await page.emulateMedia({ forcedColors: 'none' });
    for (const size of [SIZES.wide, SIZES.small]) {
      await page.setViewportSize(size);
      expect(await findSmall(page), `${where}, ${size.width} px`).toEqual([]);
    }
    await page.setViewportSize(SIZES.wide);
  };
  await openConversation(page, 'Ben');
  await message(page, /^See/).waitFor();
  await check('conversation');

  // In forced colours the open conversation and own messages can be told by more than colour.
  await page.emulateMedia({ forcedColors: 'active' });
  const readBar = (name: string) =>
    row(page, name).evaluate((one) => {
      const { backgroundColor, content } = getComputedStyle(one, '::before');
      return { backgroundColor, content };
    });
  expect((await readBar('Ben')).backgroundColor).not.toBe('rgba(0, 0, 0, 0)');
  expect((await readBar('Cleo')).content).toBe('none');
  const edge = await message(page, /^See/)
    .locator('.bubble')
    .evaluate((bubble) => getComputedStyle(bubble).borderStyle);
  expect(edge).toBe('solid');

  await page.goto('/profile');
  await page.getByRole('region', { name: 'Settings' }).waitFor();
  await check('profile');
});

const logOf = (page: Page) => page.getByRole('log');

test('The focus stays in the conversation when what was pressed goes (Discard, Retry and Try again, ERROR-1), and when the message that has it is left far behind', async ({
  stage,
  backend,
}) => {
  stage.expectTrouble(ECHO);
  const { ada, ben } = await prepare(backend);
  const page = await enter(stage, ada);
  const refuse = (route: Route) =>
    route.fulfill({ status: 400, json: { success: false, message: 'Not now.' } });

  // The messages, which do not load at first.
  const calls = /\/messages\/(send\/)?[0-9a-f]{24}/;
  await page.route(calls, refuse);
  await openConversation(page, 'Ben');
  await untilTold(page, 'Not now.');
  const again = conversation(page).getByRole('button', { name: 'Try again' });
  await again.waitFor();
  expect(await readTold(page)).toHaveLength(1);
  await again.press('Enter');
  await expect.poll(() => readStop(page)).not.toBeNull();
  await page.unroute(calls);
  await page.route('**', (route) =>
    route.request().resourceType() === 'image' ? route.abort() : route.fallback(),
  );
  await again.press('Enter');
  await message(page, /^See/).waitFor();
  await expect.poll(() => conversation(page).locator(':focus').count()).toBe(1);

  // A picture that does not load either.
  await messages(page).getByRole('button', { name: 'Try again' }).press('Enter');
  await expect.poll(() => hasFocus(logOf(page))).toBe(true);

  await page.route(calls, refuse);
  for (const name of ['Retry', 'Discard']) {
    await sendText(page, `To be pressed: ${name}`);
    const pressed = message(page, `To be pressed: ${name}`);
    await pressed.getByRole('button', { name }).press('Enter');
    await expect.poll(() => hasFocus(name === 'Retry' ? pressed : logOf(page))).toBe(true);
  }
  for (const [size, role] of [
    [SIZES.wide, 'menu'],
    [SIZES.small, 'dialog'],
  ] as const) {
    await page.setViewportSize(size);
    await sendText(page, 'To be discarded by its menu');
    const refused = message(page, 'To be discarded by its menu');
    await refused.getByRole('button', { name: 'Discard' }).waitFor();
    await logOf(page).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const menu = page.getByRole(role, { name: 'Message options' });
    await menu.locator('button', { hasText: 'Discard' }).press('Enter');
    await refused.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(logOf(page))).toBe(true);
  }
  await page.setViewportSize(SIZES.wide);
  await page.unroute(calls);

  await sendMany(backend, ben, ada, 150);
  const id = await sendByCall(backend, ben, ada, { text: 'Look: https://example.org/there' });
  await messages(page).getByRole('link', { name: 'https://example.org/there' }).focus();
  const edited = { token: ben.token, body: { text: 'Nothing to see', version: 0 } };
  await callApi(backend, 'PUT', `/messages/edit/${id}`, edited);
  await eventually(() => hasFocus(message(page, 'Nothing to see')), true);
  await callApi(backend, 'PUT', `/messages/react/${id}`, {
    token: ada.token,
    body: { emoji: '👍' },
  });
  await messages(page).getByRole('button', { name: '👍 from You' }).press('Enter');
  await eventually(() => hasFocus(message(page, 'Nothing to see')), true);
  await sendText(page, 'At the end');
  const link = logOf(page).getByRole('link');
  const goUp = () =>
    logOf(page).evaluate((view) => {
      view.scrollTop = -view.scrollHeight;
    });
  await eventually(() => goUp().then(() => link.isVisible()), true);
  await link.focus();
  await page.keyboard.press('End');
  await link.waitFor({ state: 'detached' });
  expect(await hasFocus(logOf(page))).toBe(true);
});

const menu = (page: Page) => page.getByRole('menu');
const items = (page: Page) => menu(page).locator('[role^=menuitem]');

test('The focus is never lost: by a conversation that is left, a menu that closes, or on the way to the profile', async ({
  stage,
  backend,
}) => {
  const { ada } = await prepare(backend);
  const page = await enter(stage, ada);
  await openConversation(page, 'Ben');
  const readFocused = async () => (await readStop(page))?.what ?? 'nothing';
  await expect.poll(readFocused).toContain('Send a message...');
  await page.keyboard.press('Escape');
  await expect.poll(readFocused).toContain('data-user-id');
  await page.keyboard.press('Enter');
  await expect.poll(readFocused).toContain('Send a message...');

  // A menu gives it back to its button, and closes when one turns away.
  const button = bell(page, 'Ben');
  const open = async (key: string) => {
    await button.press(key);
    await menu(page).waitFor();
    await expect.poll(() => hasFocus(items(page).first())).toBe(key !== 'ArrowUp');
  };
  const untilClosed = () => menu(page).waitFor({ state: 'detached' });
  // A menu that is open changes with what was chosen before.
  const untilSays = (words: RegExp) => expect.poll(() => button.textContent()).toMatch(words);

  for (const [opening, closing, words] of [
    ['Enter', 'Escape', /^Mute$/],
    ['ArrowUp', 'Escape', /^Mute$/],
    ['ArrowDown', 'Enter', /^Muted/],
    [' ', ' ', /^Mute$/],
  ] as const) {
    await open(opening);
    await page.keyboard.press(closing);
    await untilClosed();
    await expect.poll(() => hasFocus(button)).toBe(true);
    await untilSays(words);
  }

  await open('ArrowUp');
  await page.keyboard.press('Tab');
  await untilClosed();
  expect(await hasFocus(button)).toBe(false);
  await page.keyboard.press('Shift+Tab');
  expect(await hasFocus(button)).toBe(true);

  await open('Enter');
  await conversation(page).getByRole('heading', { name: 'Ben' }).click();
  await untilClosed();

  await open('Enter');
  await page.keyboard.press('/');
  await untilClosed();
  expect(await hasFocus(page.getByPlaceholder('Seacrch any user...'))).toBe(true);
  await openConversation(page, 'Ben');

  // It goes along to the profile, where the way back is the first stop.
  await page.getByRole('button', { name: 'Menu' }).press('Enter');
  await page.getByRole('link', { name: 'Edit Profile' }).press('Enter');
  await expect.poll(() => hasFocus(page.getByRole('main', { name: 'Profile Details' }))).toBe(true);
  await page.keyboard.press('Tab');
  expect(await hasFocus(page.getByRole('link', { name: 'Back to chats' }))).toBe(true);
});

/** How far around a target's middle a press still is its own, in px. */
const readReach = (target: Locator) =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const isOwn = (at: Element | null) => at !== null && element.contains(at);
    const reach = (stepX: number, stepY: number) => {
      let far = 0;
      while (isOwn(document.elementFromPoint(x + stepX * far, y + stepY * far))) far += 0.5;
      return far;
    };
    return { width: reach(-1, 0) + reach(1, 0), height: reach(0, -1) + reach(0, 1) };
  });

test('On a touch screen a finger has 44 px of whatever it presses, side by side or on a picture', async ({
  stage,
  backend,
}) => {
  const { ada } = await prepare(backend);
  const page = await enter(stage, ada, { size: 'medium', isTouch: true });
  await openConversation(page, 'Ben');
  await message(page, /^See/).waitFor();
  const conversation = page.getByRole('region', { name: 'Conversation', exact: true });
  const narrow: string[] = [];
  const check = async (name: string, target: Locator, isWide = true) => {
    await target.scrollIntoViewIfNeeded();
    const { width, height } = await readReach(target);
    if (height < 44 || (isWide && width < 44)) narrow.push(`${name}: ${width} × ${height}`);
  };
  const media = page.getByRole('region', { name: 'About Ben' });
  await check('Media', media.getByRole('button', { name: /^Enlarge/ }));
  await conversation.getByRole('button', { name: 'Emoji', exact: true }).tap();
  const emoji = page.getByRole('dialog', { name: 'Emoji' });
  // Eight of them stand in a row, however narrow it is.
  await check('emoji', emoji.getByRole('gridcell', { name: 'Grinning face', exact: true }), false);
  await page.keyboard.press('Escape');
  await conversation.getByRole('button', { name: 'Search the conversation' }).tap();
  await check('search', page.locator('label').filter({ has: page.getByRole('searchbox') }));
  await page.goto('/profile');
  await check('choice', page.locator('label').filter({ hasText: /^Dark$/ }));
  expect(narrow).toEqual([]);
});
