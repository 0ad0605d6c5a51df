/** Reading a conversation: what is new, messages in any script, copying, and days. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  box,
  enterConversation,
  eventually,
  hasFocus,
  message,
  messages,
  people,
} from '../support/actions.ts';
import { findViolations } from '../support/axe.ts';
import { seeAll, sendByCall } from '../support/backends.ts';
import { SIZES } from '../support/browser.ts';
import { makeFlowTest } from '../support/flow.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

const test = makeFlowTest('our server');

const log = (page: Page) => page.getByRole('log');
const isInView = (page: Page, text: string) =>
  log(page).evaluate((box, wanted) => {
    const all = [...box.querySelectorAll('li')];
    const row = all.find((one) => one.textContent?.includes(wanted))?.getBoundingClientRect();
    const view = box.getBoundingClientRect();
    return row !== undefined && row.top < view.bottom && row.bottom > view.top;
  }, text);

/** What a person has in the clipboard after selecting from one message to another and copying. */
function copy(page: Page, from: string, to: string): Promise<string> {
  return log(page).evaluate(
    (box, [first, last]) => {
      const find = (text: string) =>
        [...box.querySelectorAll('.bubble p')].find((one) => one.textContent?.includes(text));
      const [start, end] = [find(first ?? ''), find(last ?? '')];
      if (!start?.firstChild || !end) return 'not there';
      document.getSelection()?.setBaseAndExtent(start.firstChild, 0, end, end.childNodes.length);
      const clipboardData = new DataTransfer();
      start.dispatchEvent(
        new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }),
      );
      return clipboardData.getData('text/plain');
    },
    [from, to],
  );
}

test('A conversation opens at the line above what is new, wherever that is, and the wheel moves it, also on the button to the newest', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
  // More than one page, so that where the line stands is not known at once.
  for (let number = 1; number <= 125; number += 1) {
    await sendByCall(backend, ben, ada, { text: `Message ${number}.` });
    if (number === 5) await seeAll(backend, ada, ben);
  }
  const page = await enterConversation(stage, ada, 'Ben');
  await eventually(() => isInView(page, '120 new messages'), true);
  await eventually(() => isInView(page, 'Message 6.'), true);
  const below = log(page).getByText('120 new messages').locator('xpath=following-sibling::li[1]');
  expect(await below.textContent()).toContain('Message 6.');

  // New messages do not take the reader away.
  await sendByCall(backend, ben, ada, { text: 'Meanwhile.' });
  const jump = page.getByRole('button', { name: 'Jump to newest' });
  await jump.and(page.locator('[aria-describedby]')).waitFor();
  expect(await isInView(page, 'Message 6.')).toBe(true);
  await jump.click();
  await eventually(() => isInView(page, 'Meanwhile.'), true);
  // Who has been there is not called there again.
  expect(await page.getByRole('button', { name: /^Jump to \d+ new/ }).count()).toBe(0);

  const readPlace = () => log(page).evaluate((box) => Math.round(box.scrollTop));
  await eventually(readPlace, 0);
  await log(page).hover();
  await page.mouse.wheel(0, -600);
  await jump.hover();
  await eventually(readPlace, -600);
  await page.mouse.wheel(0, -200);
  await eventually(readPlace, -800);
  const step = await log(page).evaluate(({ clientHeight }) => Math.round(0.9 * clientHeight));
  await box(page).press('PageUp');
  await eventually(readPlace, -800 - step);
  // In a box that scrolls itself, the keys move the caret.
  await box(page).fill('Line\n'.repeat(20));
  await box(page).press('PageUp');
  await box(page).fill('');
  await box(page).press('PageDown');
  await eventually(readPlace, -800);
});

test('Words run in their own direction, in messages and in every field, and stay inside their bubble at every width', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
  const HEBREW = 'שלום, מה שלומך היום?';
  const ARABIC = 'كل شيء على ما يرام';
  const ENGLISH = 'And in English again.';
  await sendByCall(backend, ben, ada, { text: HEBREW });
  await sendByCall(backend, ada, ben, { text: ARABIC });
  await sendByCall(backend, ben, ada, { text: ENGLISH });
  const code = `for (const row of rows) {\n\tconsole.log(${'veryLongName'.repeat(30)});\n}`;
  for (const text of ['W'.repeat(400), `https://example.org/${'path/'.repeat(80)}`, code]) {
    await sendByCall(backend, ben, ada, { text });
  }
  const page = await enterConversation(stage, ada, 'Ben');
  await eventually(() => messages(page).count(), 6);
  const read = (text: string) =>
    message(page, text).evaluate((row) => {
      const paragraph = row.querySelector('.bubble p');
      const view = row.getBoundingClientRect();
      const bubble = row.querySelector('.bubble')?.getBoundingClientRect();
      const middle = bubble ? (bubble.left + bubble.right) / 2 : Number.NaN;
      const direction = paragraph ? getComputedStyle(paragraph).direction : '';
      return `${direction} ${middle < (view.left + view.right) / 2 ? 'left' : 'right'}`;
    });
  expect(await read(HEBREW)).toBe('rtl left');
  expect(await read(ARABIC)).toBe('rtl right');
  expect(await read(ENGLISH)).toBe('ltr left');
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size);
    const overflowing = await log(page).evaluate((box) => {
      const bubbles = [...box.querySelectorAll('.bubble')];
      const isOver = (bubble: Element) => bubble.scrollWidth > bubble.clientWidth + 1;
      return box.scrollWidth > box.clientWidth || bubbles.some(isOver);
    });
    expect(overflowing).toBe(false);
    // The lines of an address are full: its first one does not end after `https://`.
    const [first = 0, second = 0] = await log(page)
      .getByRole('link')
      .evaluate((link) => [...link.getClientRects()].map(({ width }) => width));
    expect(Math.abs(first - second)).toBeLessThan(20);
  }
  // Line breaks and indents of code are kept.
  const shape = await messages(page)
    .last()
    .locator('.bubble p')
    .evaluate((paragraph) => getComputedStyle(paragraph).whiteSpace);
  expect(shape).toMatch(/pre-wrap|preserve/);

  await page.setViewportSize(SIZES.wide);
  const readDirection = async (field: Locator) => {
    await field.fill('שלום');
    return field.evaluate((input) => getComputedStyle(input).direction);
  };
  expect(await readDirection(people(page).getByRole('searchbox'))).toBe('rtl');
  await page.keyboard.press('ControlOrMeta+k');
  expect(await readDirection(page.getByRole('combobox'))).toBe('rtl');
  await page.goto('/profile');
  expect(await readDirection(page.getByRole('textbox', { name: 'Name' }))).toBe('rtl');
  expect(await readDirection(page.getByRole('textbox', { name: 'Bio' }))).toBe('rtl');
});

test('Copying several messages gives who wrote what and when; the full date stands at the time, by pointing, by a tap and by keys, and is read with the message', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
  await sendByCall(backend, ben, ada, { text: 'First line\nsecond line' });
  await sendByCall(backend, ben, ada, { text: 'From Ben' });
  await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(64, 64)) });
  await sendByCall(backend, ada, ben, { text: 'From Ada' });
  const page = await enterConversation(stage, ada, 'Ben');
  await message(page, 'From Ada').waitFor();
  const several = await copy(page, 'First line', 'From Ada');
  expect(several.replaceAll(/\d\d:\d\d/g, 'TIME')).toBe(
    'Ben, TIME\nFirst line\nsecond line\n\nBen, TIME\nFrom Ben\n\nBen, TIME\n[Picture]\n\nYou, TIME\nFrom Ada',
  );
  expect(await copy(page, 'From Ada', 'From Ada')).toBe('From Ada');
  await page.evaluate(() => document.getSelection()?.empty());

  const own = message(page, 'From Ada');
  const tip = page.getByRole('tooltip');
  const year = String(new Date().getFullYear());
  await own.locator('time').hover();
  await tip.waitFor();
  expect(await tip.textContent()).toMatch(
    new RegExp(`${year}.*\\d\\d:\\d\\d:\\d\\d[^]*\n(Sent|Delivered|Read)$`),
  );
  await box(page).hover();
  await tip.waitFor({ state: 'detached' });

  await log(page).focus();
  await page.keyboard.press('Tab');
  await tip.filter({ hasText: year }).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  expect(await focused()).toContain('From Ada');
  for (const _row of ['picture', 'words']) await page.keyboard.press('ArrowUp');
  await tip.filter({ hasNotText: /Sent|Delivered|Read/ }).waitFor();
  expect(await focused()).toContain('From Ben');
  const read = page.getByRole('listitem', {
    name: /^Ben From Ben/,
    description: new RegExp(year),
  });
  expect(await read.count()).toBe(1);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'detached' });
  expect(await focused()).toContain('From Ben');
  // The one of them that Tab comes to.
  await page.keyboard.press('Shift+Tab');
  expect(await hasFocus(log(page))).toBe(true);

  const touched = await enterConversation(stage, ada, 'Ben', { size: 'small', isTouch: true });
  await message(touched, 'From Ben').locator('time').tap();
  await touched.getByRole('tooltip').filter({ hasText: year }).waitFor();
});

makeFlowTest('a plain backend')(
  'The name of a day stays at the top while its messages pass and goes when they rest, and each message of a group has its sender’s picture, all of one size',
  async ({ stage, backend, ada, ben }) => {
    for (let day = 1; day <= 3; day += 1) {
      for (let number = 1; number <= 20; number += 1) {
        backend.plain?.world.messages.push({
          _id: `${day}${String(number).padStart(2, '0')}`.padStart(24, 'a'),
          senderId: ben.id,
          receiverId: ada.id,
          text: `Day ${day}, message ${number}.`,
          seen: true,
          createdAt: new Date(Date.UTC(2024, 4, day, 6, number)).toISOString(),
        });
      }
    }
    const page = await enterConversation(stage, ada, 'Ben');
    await message(page, 'Day 3, message 20.').waitFor();
    const readTop = () =>
      log(page).evaluate((box) => {
        const top = box.getBoundingClientRect().top;
        const names = [...box.querySelectorAll('.day-name')];
        return names.find((name) => {
          const at = name.getBoundingClientRect().top - top;
          return at >= 0 && at < 16;
        })?.textContent;
      });
    expect(await readTop()).toBe('May 3, 2024');
    const readOpacities = () =>
      log(page).evaluate((box) =>
        [...box.querySelectorAll('.day-name')].map((name) => {
          const { top } = name.parentElement?.getBoundingClientRect() ?? { top: 0 };
          const isOver = top < box.getBoundingClientRect().top;
          return isOver ? `over ${getComputedStyle(name).opacity}` : getComputedStyle(name).opacity;
        }),
      );
    // Where it stands between messages it stays.
    await eventually(async () => (await readOpacities()).includes('over 0'), true);
    await log(page).evaluate((box) => {
      box.scrollTop = -500;
    });
    await eventually(readTop, 'May 2, 2024');
    await log(page).hover();
    await page.mouse.wheel(0, -20);
    await eventually(async () => (await readOpacities()).includes('over 1'), true);
    await eventually(async () => new Set(await readOpacities()), new Set(['over 0', '1']));

    // More than a page of them, while the conversation is open.
    await log(page).focus();
    await page.keyboard.press('End');
    for (let number = 1; number <= 55; number += 1) {
      await sendByCall(backend, ben, ada, { text: `Of Ben, ${number}.` });
    }
    await message(page, 'Of Ben, 55.').waitFor();
    const rows = await log(page).evaluate((box) =>
      [...box.querySelectorAll<HTMLElement>('[data-key]')].map((row) => ({
        isFirst: row.dataset.first === 'true',
        size: row.querySelector('.avatar > *')?.getBoundingClientRect().width,
      })),
    );
    expect(new Set(rows.map(({ size }) => size))).toEqual(new Set([28]));
    expect(rows.filter(({ isFirst }) => !isFirst).length).toBeGreaterThanOrEqual(50);
  },
);
