/**
 * Where the focus is can be seen at every stop, in the system's own few colours too; and what is pressed is
 * large enough.
 */
import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import {
  bell,
  box,
  chooseAtBell,
  conversation,
  enter,
  enterConversation,
  eventually,
  hasFocus,
  menuLogOut,
  message,
  messages,
  openConversation,
  people,
  row,
  sendText,
} from '../support/actions.ts';

import { type Backend, makePerson, register, sendByCall } from '../support/backends.ts';
import { untilLocked } from '../support/being-told.ts';
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
  return ada;
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

test.for([false, true])(
  'The focus is seen at every stop on chat home and the profile (forced colours: %s)',
  async (hasForcedColors, { stage, backend }) => {
    const page = await enter(stage, await prepare(backend), { hasForcedColors });
    await openConversation(page, 'Ben');
    await message(page, /^See/).waitFor();
    expect(await findUnseen(page)).toEqual([]);
    await page.goto('/profile');
    await page.getByRole('region', { name: 'Settings' }).waitFor();
    expect(await findUnseen(page)).toEqual([]);
  },
);

test('The focus is never lost: not by a row that moves, a sheet that closes, or a conversation that is left', async ({
  stage,
  backend,
}) => {
  const page = await enter(stage, await prepare(backend));
  await openConversation(page, 'Ben');
  const readFocused = async () => (await readStop(page))?.what ?? 'nothing';
  await expect.poll(readFocused).toContain('Send a message...');
  await page.keyboard.press('Escape');
  await expect.poll(readFocused).toContain('data-user-id');
  await page.keyboard.press('Enter');
  await box(page).waitFor();
  await expect.poll(readFocused).toContain('Send a message...');
});

const logOf = (page: Page) => page.getByRole('log');

test('The focus stays in the conversation when what was pressed goes: Discard, Retry and Try again', async ({
  stage,
  backend,
}) => {
  stage.expectTrouble(ECHO);
  const page = await enter(stage, await prepare(backend));
  const refuse = (route: Route) =>
    route.fulfill({ status: 400, json: { success: false, message: 'Not now.' } });

  // The messages, which do not load at first.
  const calls = /\/messages\/(send\/)?[0-9a-f]{24}/;
  await page.route(calls, refuse);
  await openConversation(page, 'Ben');
  const again = conversation(page).getByRole('button', { name: 'Try again' });
  await again.press('Enter');
  await expect.poll(() => readStop(page)).not.toBeNull();
  await page.unroute(calls);
  await page.route('**', (route) =>
    route.request().resourceType() === 'image' ? route.abort() : route.fallback(),
  );
  await again.press('Enter');
  await message(page, /^See/).waitFor();
  expect((await readStop(page))?.what).toContain('messages');

  // A picture that does not load either.
  await messages(page).getByRole('button', { name: 'Try again' }).press('Enter');
  await expect.poll(() => hasFocus(logOf(page))).toBe(true);

  await page.route(calls, refuse);
  for (const name of ['Retry', 'Discard']) {
    await sendText(page, `To be pressed: ${name}`);
    await message(page, `To be pressed: ${name}`).getByRole('button', { name }).press('Enter');
    await expect.poll(() => hasFocus(logOf(page))).toBe(true);
  }
});

test('The focus stays in the conversation when the message that has it is left far behind', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
  await sendByCall(backend, ben, ada, { text: 'See https://example.org/here' });
  await sendMany(backend, ben, ada, 150);
  const page = await enterConversation(stage, ada, 'Ben');
  const log = page.getByRole('log');
  const link = log.getByRole('link');
  const goUp = () =>
    log.evaluate((view) => {
      view.scrollTop = -view.scrollHeight;
    });
  await eventually(() => goUp().then(() => link.isVisible()), true);
  await link.focus();
  await page.keyboard.press('End');
  await link.waitFor({ state: 'detached' });
  expect(await log.evaluate((view) => view === document.activeElement)).toBe(true);
});

const menu = (page: Page) => page.getByRole('menu');
const items = (page: Page) => menu(page).locator('[role^=menuitem]');

test('A menu gives the focus back to its button by Escape, Tab and a choice, and closes when one turns away', async ({
  stage,
  backend,
}) => {
  const page = await enter(stage, await prepare(backend));
  await openConversation(page, 'Ben');
  const button = bell(page, 'Ben');
  const open = async (key: string) => {
    await button.press(key);
    await menu(page).waitFor();
    await expect.poll(() => hasFocus(items(page).first())).toBe(key !== 'ArrowUp');
  };
  const untilClosed = () => menu(page).waitFor({ state: 'detached' });

  for (const [opening, closing] of [
    ['Enter', 'Escape'],
    ['ArrowUp', 'Escape'],
    ['ArrowDown', 'Enter'],
    [' ', ' '],
  ] as const) {
    await open(opening);
    await page.keyboard.press(closing);
    await untilClosed();
    await expect.poll(() => hasFocus(button)).toBe(true);
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
});

test('The account’s list stays while the keyboard’s focus is in it, also when a mouse passes over it', async ({
  stage,
  backend,
}) => {
  const page = await enter(stage, await prepare(backend));
  const { keyboard, mouse } = page;
  const button = page.getByRole('button', { name: 'Menu' });
  const passOver = async (one: Locator) => {
    await one.hover();
    await mouse.move(900, 700);
    // The page's timers end in their order: that of the mouse that left, which may take the focus, is one of them.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  };

  await page.getByPlaceholder('Seacrch any user...').focus();
  await keyboard.press('Shift+Tab');
  await menuLogOut(page).waitFor();
  await passOver(button);
  await keyboard.press('Tab');
  const choice = people(page).getByRole('button', { name: 'Unread first' });
  expect(await hasFocus(choice)).toBe(true);
  await passOver(menuLogOut(page));
  expect(await hasFocus(choice)).toBe(true);
  await keyboard.press('Escape');
  await menuLogOut(page).waitFor({ state: 'detached' });
  expect(await hasFocus(button)).toBe(true);

  // A mouse leaves the focus on what it has pressed.
  await page.getByPlaceholder('Seacrch any user...').click();
  await button.click();
  await menuLogOut(page).waitFor();
  await mouse.move(900, 700);
  await menuLogOut(page).waitFor({ state: 'detached' });
});

test('The focus goes along to the profile, where it is said and the way back is the first stop', async ({
  stage,
  backend,
}) => {
  const page = await enter(stage, await prepare(backend));
  await page.getByRole('button', { name: 'Menu' }).press('Enter');
  await page.getByRole('link', { name: 'Edit Profile' }).press('Enter');
  await expect.poll(() => hasFocus(page.getByRole('main', { name: 'Profile Details' }))).toBe(true);
  await page.keyboard.press('Tab');
  expect(await hasFocus(page.getByRole('link', { name: 'Back to chats' }))).toBe(true);
});

test('Escape closes a menu before it leaves the conversation, also when the item that had the focus is gone', async ({
  stage,
  backend,
}) => {
  const page = await enter(stage, await prepare(backend));
  await openConversation(page, 'Ben');
  // From then on it follows what another window mutes.
  await untilLocked(page, 'duet-notifications');
  await chooseAtBell(page, 'Ben', 'Mute for 1 hour');
  await bell(page, 'Ben').press('Enter');
  await expect.poll(() => hasFocus(items(page).first())).toBe(true);
  const elsewhere = await page.context().newPage();
  await elsewhere.goto('/');
  await openConversation(elsewhere, 'Ben');
  await chooseAtBell(elsewhere, 'Ben', 'Unmute');
  await items(page).getByText('Unmute').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await menu(page).waitFor({ state: 'detached' });
  expect(await conversation(page).getByRole('heading', { name: 'Ben' }).count()).toBe(1);
});

test('In forced colours the open conversation, own messages and what is on can be told by more than colour', async ({
  stage,
  backend,
}) => {
  const page = await enter(stage, await prepare(backend), { hasForcedColors: true });
  await openConversation(page, 'Ben');
  const bar = await row(page, 'Ben').evaluate(
    (one) => getComputedStyle(one, '::before').backgroundColor,
  );
  const other = await row(page, 'Cleo').evaluate(
    (one) => getComputedStyle(one, '::before').content,
  );
  expect(bar).not.toBe('rgba(0, 0, 0, 0)');
  expect(other).toBe('none');
  const edge = await message(page, /^See/)
    .locator('.bubble')
    .evaluate((bubble) => getComputedStyle(bubble).borderStyle);
  expect(edge).toBe('solid');
});

test('Whatever is pressed is at least 24 px high and wide, links within text aside', async ({
  stage,
  backend,
}) => {
  const ada = await prepare(backend);
  for (const size of ['wide', 'small'] as const) {
    const page = await enter(stage, ada, { size });
    const findSmall = () =>
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
    expect(await findSmall(), `${size} list`).toEqual([]);
    await openConversation(page, 'Ben');
    await message(page, /^See/).waitFor();
    expect(await findSmall(), `${size} conversation`).toEqual([]);
    await page.goto('/profile');
    await page.getByRole('region', { name: 'Settings' }).waitFor();
    expect(await findSmall(), `${size} profile`).toEqual([]);
    await page.close();
  }
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
  const page = await enter(stage, await prepare(backend), { size: 'medium', isTouch: true });
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
