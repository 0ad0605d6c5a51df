/** The look that the design promises: what stays in its place, and what long or large text must not break. */
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
import { makePerson, register, sendByCall } from '../support/backends.ts';
import { SIZES } from '../support/browser.ts';
import { makeFlowTest } from '../support/flow.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

const test = makeFlowTest('our server');

const LONG_NAME = 'Wolfeschlegelsteinhausernbergdorff-Pneumonoultramicroscopicsilicovolcanoconiosi';

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

/** Sets the text size that a browser would. */
const setTextSize = (page: Page, size: string) =>
  page.evaluate((wanted) => {
    document.documentElement.style.fontSize = wanted;
  }, size);

const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight;

test('in a window of 320 px everything is there, and nothing has to be scrolled sideways; with text of twice the size a phone shows a name of two words', async ({
  stage,
  backend,
  ada,
}) => {
  const name = 'Grace Okonkwo-Hughes';
  const grace = await register(backend, makePerson(name));
  await sendByCall(backend, grace, ada, { text: 'Some words, https://example.org/long' });
  await register(backend, makePerson('Benjamin Nevis'));
  const page = await enter(stage, ada, { size: 'small' });
  await page.setViewportSize({ width: 320, height: 640 });
  const check = async (where: string) => {
    expect(await findCut(page), where).toEqual([]);
    const doesScroll = () =>
      document.documentElement.scrollWidth > document.documentElement.clientWidth;
    expect(await page.evaluate(doesScroll), where).toBe(false);
  };
  await row(page, name).waitFor();
  await check('list');
  await openConversation(page, name);
  await message(page, /^Some words/).waitFor();
  await check('conversation');
  const words = conversation(page).getByRole('heading', { name }).locator('bdi');
  expect(await words.evaluate(isCut)).toBe(false);
  await page.setViewportSize(SIZES.small);
  await page.getByRole('button', { name: 'Back to list' }).click();
  await setTextSize(page, '200%');
  await openConversation(page, 'Benjamin Nevis');
  const short = conversation(page).getByRole('heading', { name: 'Benjamin Nevis' }).locator('bdi');
  await eventually(() => short.evaluate(isCut), false);
  expect(await box(page).evaluate(isCut)).toBe(false);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/profile');
  await page.getByRole('region', { name: 'Settings' }).waitFor();
  await check('profile');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.getByRole('heading', { name: 'Sign up' }).waitFor();
  await check('auth');
});

test('long names and large text break neither columns, rows nor words; on paper stands the conversation alone, and from right to left all is mirrored', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
  const long = await register(backend, makePerson(LONG_NAME));
  await sendByCall(backend, ada, long, { text: 'A'.repeat(300) });
  await sendByCall(backend, ben, ada, { text: 'A tall one.\n'.repeat(100) });
  const page = await enterConversation(stage, ada, LONG_NAME);
  await message(page, /AAA/).waitFor();
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size);
    const sheet = await conversation(page).boundingBox();
    for (const part of [box(page), page.getByRole('log'), message(page, /AAA/)]) {
      const place = await part.boundingBox();
      expect((place?.x ?? 0) + (place?.width ?? 0), `${size.width}`).toBeLessThanOrEqual(
        (sheet?.x ?? 0) + (sheet?.width ?? 0),
      );
    }
  }

  await page.setViewportSize(SIZES.wide);
  await openConversation(page, 'Ben');
  const tall = message(page, /A tall one/);
  await tall.waitFor();
  await page.emulateMedia({ media: 'print' });
  const paper = await page.evaluate(() => document.documentElement.scrollHeight);
  const { y = -1, height = 0 } = (await tall.boundingBox()) ?? {};
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height).toBeLessThanOrEqual(paper);
  expect(await people(page).isVisible()).toBe(false);
  expect(await box(page).isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });

  for (const size of ['medium', 'wide'] as const) {
    await page.setViewportSize(SIZES[size]);
    await setTextSize(page, '');
    const before = await people(page).boundingBox();
    const picturesBefore = await measurePictures(page);
    await setTextSize(page, '200%');
    const readWidth = async () => (await people(page).boundingBox())?.width ?? 0;
    await eventually(async () => (await readWidth()) > (before?.width ?? 0), true);
    expect((await conversation(page).boundingBox())?.width, size).toBeGreaterThan(300);
    const panel = await about(page, 'Ben').boundingBox();
    expect((panel?.x ?? 0) + (panel?.width ?? 0), size).toBeLessThanOrEqual(SIZES[size].width);
    expect(await findCut(page), size).toEqual([]);
    expect(await measurePictures(page), size).toEqual(picturesBefore.map((width) => 1.5 * width));
  }
  const room = await row(page, 'Ben').boundingBox();
  for (const word of ['Ben', 'Offline']) {
    const place = await row(page, 'Ben').getByText(word, { exact: true }).boundingBox();
    expect(place?.y, word).toBeGreaterThanOrEqual(room?.y ?? 0);
    expect((place?.y ?? 0) + (place?.height ?? 0), word).toBeLessThanOrEqual(
      (room?.y ?? 0) + (room?.height ?? 0),
    );
  }

  await page.evaluate(() => localStorage.setItem('preferences', '{"textSize":150}'));
  await page.reload();
  await tall.waitFor();
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size);
    expect(await findBroken(page), `chats, ${size.width}`).toEqual([]);
  }
  await page.goto('/profile');
  await page.getByRole('region', { name: 'Settings' }).waitFor();
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size);
    expect(await findBroken(page), `profile, ${size.width}`).toEqual([]);
  }

  await page.setViewportSize(SIZES.wide);
  await page.evaluate(() => localStorage.removeItem('preferences'));
  await page.goto('/');
  await openConversation(page, 'Ben');
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  const [list, sheet, panel] = await Promise.all(
    [people(page), conversation(page), about(page, 'Ben')].map((part) => part.boundingBox()),
  );
  expect(list?.x ?? 0).toBeGreaterThan(sheet?.x ?? 0);
  expect(sheet?.x ?? 0).toBeGreaterThan(panel?.x ?? 0);
  // The other person's side is where the list is.
  const bubble = await tall.locator('p').first().boundingBox();
  expect(bubble?.x ?? 0).toBeGreaterThan((sheet?.x ?? 0) + (sheet?.width ?? 0) / 2);
  expect(await findCut(page)).toEqual([]);
});

test('whatever the window and the text size, the pictures beside a conversation are in sight, and so are the buttons; a notch covers nothing', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
  for (let index = 0; index < 6; index++) {
    await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(40 + index, 30)) });
  }
  const page = await enter(stage, ada);
  const pictures = about(page, 'Ben').getByRole('list');
  const buttons = ['Mute notifications from Ben', 'Block', 'Logout'].map((name) =>
    about(page, 'Ben').getByRole('button', { name }),
  );
  const [highest = page.locator('body')] = buttons;
  for (const [width, height, textSize] of [
    [1440, 600, '100%'],
    [768, 600, '100%'],
    [1099, 768, '150%'],
    [1024, 768, '200%'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await setTextSize(page, textSize);
    await openConversation(page, 'Ben');
    const first = await pictures.getByRole('listitem').first().boundingBox();
    const foot = await highest.boundingBox();
    const end = (first?.y ?? height) + (first?.height ?? 0);
    // With the largest text the pictures are reached by scrolling.
    if (textSize !== '200%') {
      expect(end, `${width} x ${height}`).toBeLessThanOrEqual(foot?.y ?? 0);
    }
    for (const button of buttons) {
      const place = await button.boundingBox();
      expect((place?.y ?? height) + (place?.height ?? 0)).toBeLessThanOrEqual(height);
      await button.click({ trial: true });
    }
  }

  // The row of pictures that peeks out fades, also for those who wish for less movement.
  await page.setViewportSize(SIZES.wide);
  await setTextSize(page, '');
  const readFade = () =>
    pictures.evaluate((list) => getComputedStyle(list).getPropertyValue('--media-fade'));
  await pictures.evaluate((list) => list.scrollTo(0, 0));
  await eventually(readFade, '28px');
  await pictures.evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await eventually(readFade, '0px');

  // On a phone held sideways the notch covers neither the list nor the panel.
  await page.setViewportSize({ width: 844, height: 390 });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 47, right: 47 } });
  await eventually(async () => (await people(page).boundingBox())?.x, 47);
  const panel = await about(page, 'Ben').boundingBox();
  expect((panel?.x ?? 0) + (panel?.width ?? 0)).toBe(844 - 47);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: {} });

  // With its keyboard, a long message is written where it is seen, below the last words.
  await page.setViewportSize({ width: 844, height: 160 });
  await box(page).fill('Line\n'.repeat(9));
  const { y = 0, height = 0 } = (await box(page).boundingBox()) ?? {};
  expect(y).toBeGreaterThan(0);
  expect(y + height).toBeLessThanOrEqual(160);
  await box(page).fill('');
  expect((await page.getByRole('log').boundingBox())?.height).toBeGreaterThan(48);
});

test('a phone held sideways does not zoom into a field, and lines of a smallest text size and with space of the reader’s have room, and a name its own line', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
  await sendByCall(backend, ben, ada, { text: 'Hello' });
  const phone = await enterConversation(stage, ada, 'Ben', { size: 'small', isTouch: true });
  await phone.setViewportSize({ width: 844, height: 390 });
  for (const field of [box(phone), phone.getByPlaceholder('Seacrch any user...')]) {
    expect(await field.evaluate((element) => getComputedStyle(element).fontSize)).toBe('16px');
  }
  await phone.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('body * { font-size: 24px !important } p { margin-bottom: 2em !important }');
    document.adoptedStyleSheets.push(sheet);
  });
  const ofBen = row(phone, 'Ben');
  const parts = ['.words', '.name', '.when'].map((part) => ofBen.locator(part));
  const [list, words, called, when] = await Promise.all(
    [ofBen, ...parts].map((one) => one.boundingBox()),
  );
  expect(when?.y).toBeGreaterThan((called?.y ?? 0) + 24);
  expect(words?.height).toBeGreaterThan(48);
  expect(words?.height).toBeLessThanOrEqual(list?.height ?? 0);
  const name = await phone.getByRole('heading', { name: 'Ben' }).first().boundingBox();
  expect(name?.y).toBeGreaterThanOrEqual(0);
});
