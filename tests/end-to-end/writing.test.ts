/** Writing a message: the box, its keys, emoji, several pictures, and taking back what was just sent. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  box,
  composeAndEscape,
  conversation,
  enterConversation,
  eventually,
  hasFocus,
  message,
  messages,
  openConversation,
  sendText,
  untilTold,
} from '../support/actions.ts';
import { findViolations, findViolationsInThemes } from '../support/axe.ts';
import { SIZES } from '../support/browser.ts';
import { ECHO, makeFlowTest } from '../support/flow.ts';
import { makePngFile } from '../support/pictures.ts';

const test = makeFlowTest('our server');

const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });
const previews = (page: Page) => page.getByRole('img', { name: 'Ready to send' });
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Emoji suggestions' });
const emojiPicker = (page: Page) => page.getByRole('dialog', { name: 'Emoji' });
const openEmoji = (page: Page) => page.getByRole('button', { name: 'Emoji' }).click();
const searchEmoji = (page: Page) => emojiPicker(page).getByRole('searchbox');
const readBox = (page: Page) => box(page).inputValue();

async function attach(page: Page, ...names: string[]) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach image' }).click();
  await (await choosing).setFiles(names.map((name, index) => makePngFile(name, 100 + index * 40)));
}

/** A drag of a file or a link over an element, or its drop or paste there, as a browser tells of it. */
async function give(
  page: Page,
  selector: string,
  event: 'dragover' | 'drop' | 'paste',
  isLink = false,
): Promise<boolean> {
  const base64 = makePngFile('given.png').buffer.toString('base64');
  return page.locator(selector).evaluate(
    (element, { event, base64, isLink }) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const data = new DataTransfer();
      if (isLink) data.setData('text/uri-list', 'https://example.org/');
      else data.items.add(new File([bytes], 'given.png', { type: 'image/png' }));
      const options = { bubbles: true, cancelable: true };
      // Answers whether the browser is left to do what it does by itself.
      return element.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent(event, { ...options, clipboardData: data })
          : new DragEvent(event, { ...options, dataTransfer: data }),
      );
    },
    { event, base64, isLink },
  );
}

/** How much of an element is seen, from 0 to 1: without what the window cuts off, or what it scrolls in. */
const readSeenShare = (part: Locator) =>
  part.evaluate(
    (element) =>
      new Promise<number | undefined>((resolve) => {
        const observer = new IntersectionObserver(([entry]) => {
          observer.disconnect();
          resolve(entry?.intersectionRatio);
        });
        observer.observe(element);
      }),
  );

test('The box grows to six lines and then scrolls, attaches by pasting and dropping, and Escape ends a composition before it leaves; where nothing is open, a dropped file leads nowhere', async ({
  stage,
  ada,
  ben: _ben,
}) => {
  const page = await enterConversation(stage, ada, 'Ben');
  const measure = () =>
    box(page).evaluate((area) => ({
      height: area.clientHeight,
      line: Number.parseFloat(getComputedStyle(area).lineHeight),
      hidden: area.scrollHeight - area.clientHeight,
      below: area.scrollHeight - area.clientHeight - area.scrollTop,
    }));
  const one = await measure();
  for (let line = 1; line < 6; line += 1) await box(page).press('Shift+Enter');
  const six = await measure();
  expect(six.height - one.height).toBeCloseTo(5 * one.line, 0);
  expect(six.hidden).toBe(0);
  await box(page).press('Shift+Enter');
  const seven = await measure();
  expect(seven.height).toBe(six.height);
  expect(seven.hidden).toBeGreaterThan(0);
  // The end of a long text, where the caret is, is also seen when the person comes back to it, and when it is edited.
  await box(page).fill(`${'line\n'.repeat(12)}end`);
  await box(page).press('Escape');
  await openConversation(page, 'Ben');
  await eventually(async () => (await measure()).hidden > 0, true);
  await eventually(async () => (await measure()).below, 0);
  await box(page).press('Enter');
  await eventually(() => page.locator('[data-state=sent]').count(), 1);
  await messages(page, true).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const editBox = page.getByRole('textbox', { name: 'Edit message' });
  await eventually(() => editBox.evaluate((area) => area.scrollTop > 0), true);
  await page.getByRole('log').click();
  await page.keyboard.type('!');
  await eventually(async () => (await editBox.inputValue()).includes('!'), true);
  await editBox.press('Escape');

  // Whoever has clicked on the messages goes on writing.
  await page.getByRole('log').click();
  await page.keyboard.type('As said, go on.');
  await eventually(() => readBox(page), 'As said, go on.');
  await box(page).fill('');

  await give(page, 'textarea', 'paste');
  await eventually(() => previews(page).count(), 1);
  await give(page, '[role=log]', 'dragover');
  await page.locator('[data-drop-hint]').waitFor();
  // Cancelled, of which not every browser tells.
  await page.mouse.move(300, 300);
  await page.locator('[data-drop-hint]').waitFor({ state: 'detached' });
  await give(page, '[role=log]', 'dragover');
  await give(page, '[role=log]', 'drop');
  await eventually(() => previews(page).count(), 2);
  expect(await page.locator('[data-drop-hint]').count()).toBe(0);
  await give(page, '[aria-label=People]', 'drop');
  expect(await give(page, '[role=log]', 'drop', true)).toBe(false);
  expect(await give(page, 'textarea', 'drop', true)).toBe(true);
  expect(await previews(page).count()).toBe(2);
  await page.getByRole('button', { name: 'Send' }).click();
  await eventually(() => page.locator('[data-state=sent]').count(), 3);

  await box(page).focus();
  await composeAndEscape(page, '日本');
  await eventually(() => readBox(page), '日本');
  await box(page).press('Escape');
  await box(page).waitFor({ state: 'detached' });

  // Nor out of the app, where no conversation is open.
  await page.goto('/profile');
  for (const part of ['body', 'main']) {
    expect(await give(page, part, 'dragover')).toBe(false);
    expect(await give(page, part, 'drop')).toBe(false);
  }
});

test('A double tap takes one message back, also where the next Undo comes to stand there', async ({
  stage,
  ada,
  ben: _ben,
}) => {
  stage.expectTrouble(ECHO);
  const page = await enterConversation(stage, ada, 'Ben', { size: 'small', isTouch: true });
  await page.clock.install();
  await page.context().setOffline(true);
  for (const text of ['One', 'Two', 'Three']) await sendText(page, text);
  await message(page, 'Three')
    .filter({ has: undo(page) })
    .waitFor();
  // No time passes between the two.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100));
  const { x = 0, y = 0, width = 0, height = 0 } = (await undo(page).boundingBox()) ?? {};
  for (const _tap of [1, 2]) await page.touchscreen.tap(x + width / 2, y + height / 2);
  expect(await readBox(page)).toBe('Three');
  expect(await messages(page, true).count()).toBe(2);
  await page.clock.runFor(1_000);
  await undo(page).click();
  expect(await readBox(page)).toBe('Two\nThree');
  // Its clock is no other window's.
  await page.context().close();
});

test('The name of an emoji behind a colon offers what it may mean, by keys alone', async ({
  stage,
  ada,
  ben: _ben,
}) => {
  const page = await enterConversation(stage, ada, 'Ben');
  await box(page).pressSequentially('at 10:30 :) :hea');
  await suggestions(page).waitFor();
  const active = () => box(page).getAttribute('aria-activedescendant');
  const first = await active();
  expect(await page.locator(`[id="${first}"]`).getAttribute('aria-selected')).toBe('true');
  await box(page).press('ArrowDown');
  expect(await active()).not.toBe(first);
  await box(page).press('ArrowUp');
  expect(await active()).toBe(first);
  expect(await findViolations(page)).toEqual([]);

  await box(page).press('Escape');
  await suggestions(page).waitFor({ state: 'detached' });
  await box(page).pressSequentially('d');
  expect(await suggestions(page).count()).toBe(0);
  await conversation(page).getByRole('heading', { name: 'Ben' }).waitFor();

  await box(page).fill('');
  await box(page).pressSequentially('with :tad');
  await suggestions(page).waitFor();
  await box(page).press('Tab');
  await box(page).pressSequentially(' and :heart: :shrug');
  expect(await readBox(page)).toBe('with 🎉 and ❤️ :shrug');
  await box(page).press('Enter');
  expect(await messages(page).count()).toBe(0);
  await box(page).press('Enter');
  await message(page, 'with 🎉 and ❤️ 🤷').waitFor();
});

test('Emoji are searched and put where the caret is, by keys, in a tone that is kept, and without a call to anybody else', async ({
  stage,
  backend,
  ada,
  ben: _ben,
}) => {
  stage.expectTrouble(ECHO);
  const page = await enterConversation(stage, ada, 'Ben');
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(backend.url) && /^https?:/.test(request.url())) {
      elsewhere.push(request.url());
    }
  });
  // What shows notifications comes with the first one.
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') });
  await untilTold(page, 'Select an image file');
  await page.route(/\/static\/js\/async\//, (route) => route.abort());
  await openEmoji(page);
  await untilTold(page, 'Couldn’t load emoji');
  expect(await emojiPicker(page).count()).toBe(0);
  await page.unroute(/\/static\/js\/async\//);

  await box(page).fill('ab');
  await box(page).press('ArrowLeft');
  await openEmoji(page);
  const cell = (name: string) => emojiPicker(page).getByRole('gridcell', { name, exact: true });
  await searchEmoji(page).fill('party popper');
  await cell('Party popper').waitFor();
  await searchEmoji(page).press('Enter');
  await emojiPicker(page).waitFor({ state: 'detached' });
  expect(await readBox(page)).toBe('a🎉b');
  expect(await hasFocus(box(page))).toBe(true);

  await openEmoji(page);
  const recent = emojiPicker(page).getByRole('group', { name: 'Recently used' });
  for (const _time of [1, 2]) await recent.getByRole('button', { name: '🎉' }).click();
  expect(await readBox(page)).toBe('a🎉🎉🎉b');
  await searchEmoji(page).fill('nothing is called so');
  await emojiPicker(page).getByText('No emoji called “nothing is called so”').waitFor();
  await page.keyboard.press('Escape');
  await emojiPicker(page).waitFor({ state: 'detached' });
  expect(await hasFocus(box(page))).toBe(true);
  await box(page).fill('');

  // The arrow keys move, while the search keeps the focus.
  await openEmoji(page);
  await cell('Grinning face').waitFor();
  const active = emojiPicker(page).getByRole('gridcell', { selected: true });
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  const readLabel = async () => (await active.getAttribute('aria-label')) ?? '';
  await eventually(async () => (await readLabel()) !== 'Grinning face', true);
  // A screen reader hears the name of the active emoji.
  const live = emojiPicker(page).locator('[aria-live=polite]');
  await eventually(async () => {
    const [label, heard] = [await readLabel(), await live.allTextContents()];
    return label !== '' && heard.some((words) => words.includes(label));
  }, true);
  expect(await readSeenShare(active)).toBe(1);
  await page.keyboard.type('thumbs');
  await cell('Thumbs up').waitFor();
  await page.keyboard.press('Enter');
  await emojiPicker(page).waitFor({ state: 'detached' });

  await openEmoji(page);
  await emojiPicker(page)
    .getByRole('button', { name: /^Skin tone/ })
    .click();
  await page.keyboard.press('Escape');
  await openEmoji(page);
  await searchEmoji(page).fill('waving hand');
  await cell('Waving hand').click();
  await eventually(() => readBox(page), '👍👋🏻');
  expect(elsewhere).toEqual([]);
});

test('What opens above the box is accessible, fits a width of 320 px, and can be used in low windows and above a high box', async ({
  stage,
  ada,
  ben: _ben,
}) => {
  const page = await enterConversation(stage, ada, 'Ben');
  await attach(page, 'one.png', 'two.png', 'three.png', 'four.png');
  await eventually(() => previews(page).count(), 4);
  const openAndSee = async () => {
    await openEmoji(page);
    await emojiPicker(page).getByRole('gridcell').first().waitFor();
    expect(await readSeenShare(emojiPicker(page))).toBe(1);
    expect(await readSeenShare(searchEmoji(page))).toBe(1);
  };
  await openAndSee();
  for (const size of [SIZES.wide, SIZES.small]) {
    await page.setViewportSize(size);
    expect(await findViolationsInThemes(page), `${size.width} px`).toEqual([]);
  }
  await page.keyboard.press('Escape');
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  for (const { width, height, lines } of [
    { width: 320, height: 568, lines: 1 },
    { width: 683, height: 325, lines: 1 },
    { width: 320, height: 256, lines: 1 },
    { width: 390, height: 460, lines: 6 },
  ]) {
    await page.setViewportSize({ width, height });
    await box(page).fill('Line\n'.repeat(lines - 1));
    await box(page).pressSequentially(':sm');
    const active = suggestions(page).getByRole('option', { selected: true });
    for (const key of ['ArrowUp', 'ArrowDown']) {
      await eventually(() => readSeenShare(active), 1);
      await box(page).press(key);
    }
    await eventually(() => readSeenShare(active), 1);
    expect(await overflow()).toBe(0);
    await openAndSee();
    expect(await overflow()).toBe(0);
    expect((await box(page).boundingBox())?.width).toBeGreaterThan(100);
    await page.keyboard.press('Escape');
  }
});
