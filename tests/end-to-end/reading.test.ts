/** Reading a conversation: what is new, messages in any script, copying, and pictures on their way. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  box,
  conversation,
  enter,
  enterConversation,
  eventually,
  message,
  messages,
  openConversation,
  people,
} from '../support/actions.ts';
import { findViolations } from '../support/axe.ts';
import { type Member, makePerson, register, sendByCall } from '../support/backends.ts';
import { describeFlow, type FlowTest, makeFlowTest } from '../support/flow.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

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

describeFlow('Reading', (test: FlowTest) => {
  test('a conversation opens at the line above what is new, wherever that is, and the line stays for the visit', async ({
    stage,
    backend,
  }) => {
    const ada = await register(backend, makePerson('Ada'));
    const ben = await register(backend, makePerson('Ben'));
    // More than one page, so that where the line stands is not known at once.
    for (let number = 1; number <= 125; number += 1) {
      await sendByCall(backend, ben, ada, { text: `Message ${number}.` });
      if (number === 5) await markAllSeen(backend.url, ada, ben);
    }
    const page = await enterConversation(stage, ada, 'Ben');
    await eventually(() => isInView(page, '120 new messages'), true);
    await eventually(() => isInView(page, 'Message 6.'), true);
    const below = log(page).getByText('120 new messages').locator('xpath=following-sibling::li[1]');
    expect(await below.textContent()).toContain('Message 6.');

    // New messages do not take the reader away.
    await sendByCall(backend, ben, ada, { text: 'Meanwhile.' });
    await page
      .getByRole('button', { name: 'Jump to newest' })
      .and(page.locator('[aria-describedby]'))
      .waitFor();
    expect(await isInView(page, 'Message 6.')).toBe(true);
    await page.getByRole('button', { name: 'Jump to newest' }).click();
    await eventually(() => isInView(page, 'Meanwhile.'), true);
    // Who has been there is not called there again.
    expect(await page.getByRole('button', { name: /^Jump to \d+ new/ }).count()).toBe(0);
  });

  test('a few new messages fit below the line: the conversation opens at the newest', async ({
    stage,
    backend,
  }) => {
    const ada = await register(backend, makePerson('Ada'));
    const ben = await register(backend, makePerson('Ben'));
    for (let number = 1; number <= 42; number += 1) {
      await sendByCall(backend, ben, ada, { text: `Message ${number}.` });
      if (number === 40) await markAllSeen(backend.url, ada, ben);
    }
    const page = await enterConversation(stage, ada, 'Ben');
    await eventually(() => isInView(page, '2 new messages'), true);
    expect(await isInView(page, 'Message 42.')).toBe(true);
    expect(await page.getByRole('button', { name: 'Jump to newest' }).count()).toBe(0);
  });

  test('the wheel moves the messages, also while the pointer is on the button to the newest', async ({
    stage,
    backend,
  }) => {
    const ada = await register(backend, makePerson('Ada'));
    const ben = await register(backend, makePerson('Ben'));
    for (let number = 1; number <= 60; number += 1) {
      await sendByCall(backend, ben, ada, { text: `Message ${number}.` });
    }
    await markAllSeen(backend.url, ada, ben);
    const page = await enterConversation(stage, ada, 'Ben');
    await message(page, 'Message 60.').waitFor();
    await log(page).hover();
    await page.mouse.wheel(0, -600);
    await page.getByRole('button', { name: 'Jump to newest' }).hover();
    const read = () => log(page).evaluate((box) => Math.round(box.scrollTop));
    await eventually(read, -600);
    await page.mouse.wheel(0, -200);
    await eventually(read, -800);
  });

  test('a new message that is higher than the view is shown from its beginning', async ({
    stage,
    backend,
  }) => {
    const ada = await register(backend, makePerson('Ada'));
    const ben = await register(backend, makePerson('Ben'));
    await sendByCall(backend, ben, ada, { text: `It begins. ${'And goes on. '.repeat(400)}` });
    const page = await enterConversation(stage, ada, 'Ben', { size: 'small' });
    const top = (locator: Locator) => locator.evaluate((one) => one.getBoundingClientRect().top);
    const row = message(page, /^It begins/);
    await row.waitFor();
    await eventually(async () => {
      const below = (await top(row)) - (await top(log(page)));
      return below >= 0 && below < 100;
    }, true);
  });

  test('each message runs in its own direction, and its bubble keeps to its side', async ({
    stage,
    backend,
  }) => {
    const ada = await register(backend, makePerson('Ada'));
    const ben = await register(backend, makePerson('Ben'));
    await sendByCall(backend, ben, ada, { text: 'שלום, מה שלומך היום?' });
    await sendByCall(backend, ada, ben, { text: 'كل شيء على ما يرام' });
    await sendByCall(backend, ben, ada, { text: 'And in English again.' });
    const page = await enterConversation(stage, ada, 'Ben');
    await message(page, 'And in English again.').waitFor();
    const read = (text: string) =>
      message(page, text).evaluate((row) => {
        const paragraph = row.querySelector('.bubble p');
        const view = row.getBoundingClientRect();
        const bubble = row.querySelector('.bubble')?.getBoundingClientRect();
        const middle = bubble ? (bubble.left + bubble.right) / 2 : Number.NaN;
        return {
          direction: paragraph ? getComputedStyle(paragraph).direction : '',
          side: middle < (view.left + view.right) / 2 ? 'left' : 'right',
        };
      });
    expect(await read('שלום, מה שלומך היום?')).toEqual({ direction: 'rtl', side: 'left' });
    expect(await read('كل شيء على ما يرام')).toEqual({ direction: 'rtl', side: 'right' });
    expect(await read('And in English again.')).toEqual({ direction: 'ltr', side: 'left' });
  });

  test('what is typed runs in its own direction, in every field for words', async ({
    stage,
    ada,
    ben,
  }) => {
    const page = await enterConversation(stage, ada, ben.fullName);
    const read = async (field: Locator) => {
      await field.fill('שלום');
      return field.evaluate((input) => getComputedStyle(input).direction);
    };
    expect(await read(people(page).getByRole('searchbox'))).toBe('rtl');
    await page.keyboard.press('ControlOrMeta+k');
    expect(await read(page.getByRole('combobox'))).toBe('rtl');
    await page.goto('/profile');
    expect(await read(page.getByRole('textbox', { name: 'Name' }))).toBe('rtl');
    expect(await read(page.getByRole('textbox', { name: 'Bio' }))).toBe('rtl');
  });

  test('the full date stands at the time, by pointing, by a tap and by keys, and is read with the message', async ({
    stage,
    backend,
  }) => {
    const ada = await register(backend, makePerson('Ada'));
    const ben = await register(backend, makePerson('Ben'));
    await sendByCall(backend, ben, ada, { text: 'From Ben' });
    await sendByCall(backend, ada, ben, { text: 'From Ada' });
    const page = await enterConversation(stage, ada, 'Ben');
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
    await page.keyboard.press('ArrowUp');
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
    expect(await log(page).evaluate((one) => one === document.activeElement)).toBe(true);

    const touched = await enterConversation(stage, ada, 'Ben', { size: 'small', isTouch: true });
    await message(touched, 'From Ben').locator('time').tap();
    await touched.getByRole('tooltip').filter({ hasText: year }).waitFor();
  });

  test('long words and code stay inside their bubble at every width', async ({
    stage,
    backend,
  }) => {
    const ada = await register(backend, makePerson('Ada'));
    const ben = await register(backend, makePerson('Ben'));
    const code = `for (const row of rows) {\n\tconsole.log(${'veryLongName'.repeat(30)});\n}`;
    for (const text of ['W'.repeat(400), `https://example.org/${'path/'.repeat(80)}`, code]) {
      await sendByCall(backend, ben, ada, { text });
      await sendByCall(backend, ada, ben, { text });
    }
    for (const size of ['small', 'medium', 'wide'] as const) {
      const page = await enterConversation(stage, ada, 'Ben', { size });
      await eventually(() => messages(page).count(), 6);
      const overflowing = await log(page).evaluate((box) => {
        const bubbles = [...box.querySelectorAll('.bubble')];
        const isOver = (bubble: Element) => bubble.scrollWidth > bubble.clientWidth + 1;
        return box.scrollWidth > box.clientWidth || bubbles.some(isOver);
      });
      expect(overflowing).toBe(false);
      // The lines of an address are full: its first one does not end after `https://`.
      const [first, second] = await messages(page)
        .nth(2)
        .getByRole('link')
        .evaluate((link) => [...link.getClientRects()].map(({ width }) => width));
      expect(Math.abs((first ?? 0) - (second ?? 0))).toBeLessThan(20);
      // Line breaks and indents of code are kept.
      const shape = await messages(page)
        .last()
        .locator('.bubble p')
        .evaluate((paragraph) => getComputedStyle(paragraph).whiteSpace);
      expect(shape).toMatch(/pre-wrap|preserve/);
    }
  });

  test('copying several messages gives who wrote what and when, and one just its words', async ({
    stage,
    backend,
  }) => {
    const ada = await register(backend, makePerson('Ada'));
    const ben = await register(backend, makePerson('Ben'));
    await sendByCall(backend, ben, ada, { text: 'First line\nsecond line' });
    await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(64, 64)) });
    await sendByCall(backend, ada, ben, { text: 'My answer' });
    const page = await enterConversation(stage, ada, 'Ben');
    await message(page, 'My answer').waitFor();

    const several = await copy(page, 'First line', 'My answer');
    expect(several.replaceAll(/\d\d:\d\d/g, 'TIME')).toBe(
      'Ben, TIME\nFirst line\nsecond line\n\nBen, TIME\n[Picture]\n\nYou, TIME\nMy answer',
    );
    expect(await copy(page, 'My answer', 'My answer')).toBe('My answer');
  });
});

describe('Reading on our server', () => {
  const test = makeFlowTest('our server');

  test('the room of a picture is known before a byte of it has come', async ({
    stage,
    backend,
  }) => {
    const ada = await register(backend, makePerson('Ada'));
    const ben = await register(backend, makePerson('Ben'));
    await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(460, 230)) });
    const page = await enter(stage, ada);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/media/**', async (route) => {
      await held;
      await route.continue();
    });
    await openConversation(page, 'Ben');
    const picture = log(page).locator('.picture');
    await page.locator('[role=log] .picture[data-state=loading]').waitFor();
    const before = await picture.boundingBox();
    release();
    await page.locator('[role=log] .picture[data-state=loaded]').waitFor();
    expect(await picture.boundingBox()).toEqual(before);
  });
});

describe('Reading on a plain backend', () => {
  const test = makeFlowTest('a plain backend');

  test('each message of a group has its sender’s picture, all of one size', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    const page = await enterConversation(stage, ada, 'Ben');
    // More than a page of them, and none of it there before.
    for (let number = 1; number <= 55; number += 1) {
      await sendByCall(backend, ben, ada, { text: `Of Ben, ${number}.` });
    }
    await sendByCall(backend, ada, ben, { text: 'Of Ada, 1.' });
    await sendByCall(backend, ben, ada, { text: 'Of Ben, 56.' });
    await message(page, 'Of Ben, 56.').waitFor();
    const rows = await log(page).evaluate((box) =>
      [...box.querySelectorAll<HTMLElement>('[data-key]')].map((row) => ({
        isFirst: row.dataset.first === 'true',
        size: row.querySelector('.avatar > *')?.getBoundingClientRect().width,
      })),
    );
    expect(await log(page).locator('[data-page]').count()).toBeGreaterThan(1);
    expect(new Set(rows.map(({ size }) => size))).toEqual(new Set([28]));
    expect(rows.filter(({ isFirst }) => !isFirst).length).toBeGreaterThanOrEqual(50);
  });

  test('the name of a day stays at the top while its messages pass, and goes when they rest', async ({
    stage,
    backend,
  }) => {
    const ada = await register(backend, makePerson('Ada'));
    const ben = await register(backend, makePerson('Ben'));
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
  });
});

/** As reading in another client does. */
async function markAllSeen(url: string, reader: Member, peer: Member): Promise<void> {
  await fetch(`${url}/api/v1/messages/${peer.id}`, { headers: { token: reader.token } });
}

describe('A name that does not fit', () => {
  const test = makeFlowTest('our server');

  test('is cut at its end, also where it runs from right to left', async ({
    stage,
    backend,
    ada,
  }) => {
    const name = 'אברהם יצחק יעקב ישראל שמעון ראובן לוי יהודה בנימין אפרים מנשה דן נפתלי גד אשר';
    const peer = await register(backend, { ...makePerson('Hebrew'), fullName: name });
    const short = await register(backend, { ...makePerson('Short'), fullName: 'יעל' });
    await sendByCall(backend, short, ada, { text: 'שלום' });
    const page = await enter(stage, ada);
    /** Whether the first letter lies within the box of its name. */
    const showsBeginning = (shown: Locator) =>
      shown.evaluate((element) => {
        const letter = document.createRange();
        const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
        if (!text) return 'no text';
        letter.setStart(text, 0);
        letter.setEnd(text, 1);
        const [box, first] = [element.getBoundingClientRect(), letter.getBoundingClientRect()];
        if (element.scrollWidth <= element.clientWidth) return 'not cut';
        return first.left >= box.left - 1 && first.right <= box.right + 1;
      });
    const listed = people(page).locator('.name').filter({ hasText: name });
    expect(await showsBeginning(listed), 'list').toBe(true);
    // One that fits stands where all names begin.
    const starts = await people(page)
      .locator('.name')
      .evaluateAll((names) => names.map((one) => one.getBoundingClientRect().left));
    expect(new Set(starts).size).toBe(1);
    await openConversation(page, peer.fullName);
    await page.setViewportSize({ width: 390, height: 844 });
    const head = conversation(page).getByRole('heading', { name }).getByText(name);
    await eventually(() => showsBeginning(head), true);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('אברהם');
    const option = page.getByRole('option').first().locator('.name');
    await option.waitFor();
    expect(await showsBeginning(option), 'switcher').toBe(true);
  });
});
