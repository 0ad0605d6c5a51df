/** Little room: text of twice the size, a window of 320 px, and a script that runs the other way. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  about,
  box,
  conversation,
  enter,
  enterConversation,
  eventually,
  message,
  openConversation,
  people,
  row,
} from '../support/actions.ts';
import { type Backend, makePerson, register, sendByCall } from '../support/backends.ts';
import { launchBrowser, openStage, SIZES } from '../support/browser.ts';
import { makeFlowTest } from '../support/flow.ts';

const test = makeFlowTest('our server');

async function prepare(backend: Backend) {
  const ada = await register(backend, makePerson('Ada Lovelace'));
  const ben = await register(backend, makePerson('Benjamin Nevis'));
  await sendByCall(backend, ben, ada, {
    text: 'A message of some words, https://example.org/long',
  });
  return { ada, ben };
}

/** Whatever reaches out of the window sideways, where nobody can scroll. */
const findCut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a, input, textarea, select, h1, h2, h3, p, label')]
      .filter((element) => element.checkVisibility() && !element.closest('[inert]'))
      .filter((element) => {
        const { left, right, width, height } = element.getBoundingClientRect();
        return width > 1 && height > 1 && (left < -1 || right > innerWidth + 1);
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );

const doesScrollSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('In a window of 320 px everything is there, and nothing has to be scrolled sideways', async ({
  stage,
  backend,
}) => {
  const { ada } = await prepare(backend);
  const page = await enter(stage, ada, { size: 'small' });
  await page.setViewportSize({ width: 320, height: 640 });
  const check = async (where: string) => {
    expect(await findCut(page), where).toEqual([]);
    expect(await doesScrollSideways(page), where).toBe(false);
  };
  await row(page, 'Benjamin Nevis').waitFor();
  await check('list');
  await openConversation(page, 'Benjamin Nevis');
  await message(page, /^A message of some words/).waitFor();
  await check('conversation');
  await page.goto('/profile');
  await page.getByRole('region', { name: 'Settings' }).waitFor();
  await check('profile');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.getByRole('heading', { name: 'Sign up' }).waitFor();
  await check('auth');
});

test('In a window of 320 px the head of a conversation has room for a name of two words', async ({
  stage,
  backend,
}) => {
  const ada = await register(backend, makePerson('Ada'));
  const name = 'Grace Okonkwo-Hughes';
  await register(backend, makePerson(name));
  const page = await enter(stage, ada, { size: 'small' });
  await page.setViewportSize({ width: 320, height: 640 });
  await openConversation(page, name);
  const words = conversation(page).getByRole('heading', { name }).locator('bdi');
  const room = await words.evaluate((one) => ({
    across: one.clientWidth - one.scrollWidth,
    down: one.clientHeight - one.scrollHeight,
  }));
  expect(room).toEqual({ across: 0, down: 0 });
});

test('With text of twice the size a phone shows a name of two words and the words of the empty box', async ({
  stage,
  backend,
}) => {
  const { ada } = await prepare(backend);
  const page = await enterConversation(stage, ada, 'Benjamin Nevis', { size: 'small' });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const name = conversation(page).getByRole('heading', { name: 'Benjamin Nevis' }).locator('bdi');
  const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
    scrollWidth > clientWidth || scrollHeight > clientHeight;
  await eventually(() => name.evaluate(isCut), false);
  expect(await box(page).evaluate(isCut)).toBe(false);
});

test('With text of twice the size the columns and the pictures grow, and leave each other room', async ({
  stage,
  backend,
}) => {
  const { ada } = await prepare(backend);
  for (const size of ['medium', 'wide'] as const) {
    const page = await enterConversation(stage, ada, 'Benjamin Nevis', { size });
    const before = await people(page).boundingBox();
    const picturesBefore = await measurePictures(page);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await eventually(
      async () => ((await people(page).boundingBox())?.width ?? 0) > (before?.width ?? 0),
      true,
    );
    const sheet = await conversation(page).boundingBox();
    expect(sheet?.width, size).toBeGreaterThan(300);
    const panel = await about(page, 'Benjamin Nevis').boundingBox();
    expect((panel?.x ?? 0) + (panel?.width ?? 0), size).toBeLessThanOrEqual(SIZES[size].width);
    expect(await findCut(page), size).toEqual([]);
    expect(await measurePictures(page), size).toEqual(picturesBefore.map((width) => 1.5 * width));
    await page.close();
  }
});

/** Widths of the pictures in the list, the header and beside the message, in px. */
const measurePictures = (page: Page) =>
  Promise.all(
    ['[aria-label=People] li b', '[aria-label=Conversation] header b', '.message b'].map(
      async (place) => (await page.locator(place).first().boundingBox())?.width ?? 0,
    ),
  );

/** Words that stand on more than one line. */
const findBroken = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      if (!node.parentElement?.checkVisibility()) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\p{L}+/gu)) {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
    }
    return broken;
  });

test('With the largest text no word is broken, at no width', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
  await sendByCall(backend, ben, ada, { text: 'A message of some words' });
  for (const size of ['small', 'medium', 'wide'] as const) {
    const page = await enter(stage, ada, { size });
    await page.evaluate(() => localStorage.setItem('preferences', '{"textSize":150}'));
    await page.reload();
    await openConversation(page, 'Ben');
    await message(page, 'A message of some words').waitFor();
    expect(await findBroken(page), `chats, ${size}`).toEqual([]);
    await page.goto('/profile');
    await page.getByRole('region', { name: 'Settings' }).waitFor();
    expect(await findBroken(page), `profile, ${size}`).toEqual([]);
    await page.close();
  }
});

test('A browser that is set to text of twice the size gets the layout of a window half as wide', async ({
  backend,
}) => {
  const { ada } = await prepare(backend);
  const browser = await launchBrowser(['--blink-settings=defaultFontSize=32']);
  const stage = openStage(browser, backend.url);
  try {
    const page = await enter(stage, ada, { size: 'medium' });
    await row(page, 'Benjamin Nevis').waitFor();
    expect((await people(page).boundingBox())?.width).toBe(SIZES.medium.width);
    await openConversation(page, 'Benjamin Nevis');
    await eventually(() => people(page).isVisible(), false);
    await box(page).fill('Room enough');
    expect(await findCut(page)).toEqual([]);
  } finally {
    await stage.close();
    await browser.close();
  }
});

test('In a script that runs from right to left the layout is mirrored', async ({
  stage,
  backend,
}) => {
  const { ada } = await prepare(backend);
  const page = await enterConversation(stage, ada, 'Benjamin Nevis');
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  const list = await people(page).boundingBox();
  const sheet = await conversation(page).boundingBox();
  const panel = await about(page, 'Benjamin Nevis').boundingBox();
  expect(list?.x ?? 0).toBeGreaterThan(sheet?.x ?? 0);
  expect(sheet?.x ?? 0).toBeGreaterThan(panel?.x ?? 0);
  const bubble = await message(page, /^A message of some words/)
    .locator('p')
    .first()
    .boundingBox();
  // The other person's side is where the list is.
  expect(bubble?.x ?? 0).toBeGreaterThan((sheet?.x ?? 0) + (sheet?.width ?? 0) / 2 - 300);
  expect(await findCut(page)).toEqual([]);
});
