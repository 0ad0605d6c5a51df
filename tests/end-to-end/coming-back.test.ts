/** What a reader finds who comes back: to a window that was hidden, to a conversation that was left, to a reload. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  enterConversation,
  eventually,
  message,
  openConversation,
  openMenu,
  readUnseen,
} from '../support/actions.ts';
import {
  type Backend,
  type Member,
  makePerson,
  register,
  sendByCall,
} from '../support/backends.ts';
import { setHidden } from '../support/being-told.ts';
import { describeFlow, type FlowTest } from '../support/flow.ts';

const log = (page: Page) => page.getByRole('log');
const jumpButton = (page: Page) =>
  page.getByRole('button', { name: 'Jump to newest', exact: true });
const measureFromEnd = (page: Page) => log(page).evaluate((box) => Math.abs(box.scrollTop));

/** Whether the row or line that says `text` is in view as a whole. */
const isInView = (page: Page, text: string) =>
  log(page).evaluate((box, wanted) => {
    const all = [...box.querySelectorAll('li')];
    const row = all.find((one) => one.textContent?.includes(wanted))?.getBoundingClientRect();
    const view = box.getBoundingClientRect();
    return row !== undefined && row.top >= view.top - 1 && row.bottom <= view.bottom + 1;
  }, text);

/** The number before the page’s title. */
const readCount = async (page: Page) => Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0);

async function sendNumbered(backend: Backend, from: Member, to: Member, range: [number, number]) {
  for (let number = range[0]; number <= range[1]; number += 1) {
    await sendByCall(backend, from, to, { text: `Part ${number}.` });
  }
}

/** How many of somebody’s own messages stand as read. */
async function countRead(backend: Backend, sender: Member, reader: Member): Promise<number> {
  const path = `${backend.url}/api/v1/messages/${reader.id}?peek=true`;
  const answer = await fetch(path, { headers: { token: sender.token } });
  const { messages }: { messages: { senderId: string; seen: boolean }[] } = await answer.json();
  return messages.filter(({ senderId, seen }) => senderId === sender.id && seen).length;
}

describeFlow('Coming back', (test: FlowTest) => {
  test('to a window that was hidden shows the first message that came meanwhile, and reads what is seen', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    await sendNumbered(backend, ben, ada, [1, 15]);
    const page = await enterConversation(stage, ada, 'Ben');
    await message(page, 'Part 15.').waitFor();
    await eventually(() => countRead(backend, ben, ada), 15);

    // A little: all of it fits, and the view is at the end.
    await setHidden(page, true);
    await sendNumbered(backend, ben, ada, [16, 17]);
    await message(page, 'Part 17.').waitFor();
    await eventually(() => readCount(page), 2);
    await eventually(() => readUnseen(page, 'Ben'), 2);
    expect(await countRead(backend, ben, ada)).toBe(15);
    await setHidden(page, false);
    await eventually(() => countRead(backend, ben, ada), 17);
    await eventually(() => readUnseen(page, 'Ben'), 0);
    expect(await isInView(page, '2 new messages')).toBe(true);
    expect(await measureFromEnd(page)).toBe(0);

    // Much.
    await setHidden(page, true);
    await sendNumbered(backend, ben, ada, [18, 57]);
    await eventually(() => readCount(page), 40);
    await setHidden(page, false);
    await eventually(() => isInView(page, '40 new messages'), true);
    expect(await isInView(page, 'Part 18.')).toBe(true);
    expect(await log(page).getByText('2 new messages', { exact: true }).count()).toBe(0);
    expect(await isInView(page, 'Part 57.')).toBe(false);
    const countUnread = async (sent: number) => sent - (await countRead(backend, ben, ada));
    // What is in view is read; the rest is not, and is counted alike in every place.
    await eventually(async () => {
      const unread = await countUnread(57);
      const inList = await readUnseen(page, 'Ben');
      return unread > 0 && unread < 40 && inList === unread && (await readCount(page)) === unread;
    }, true);
    // It waits for the reader, also when more comes.
    await sendByCall(backend, ben, ada, { text: 'And one more.' });
    await eventually(async () => {
      const unread = await countUnread(58);
      return unread > 0 && (await readCount(page)) === unread;
    }, true);
    await page
      .getByRole('button', {
        name: 'Jump to newest',
        exact: true,
        description: /^\d+ new messages?$/,
      })
      .waitFor();
    expect(await isInView(page, 'Part 18.')).toBe(true);
    await jumpButton(page).click();
    await eventually(() => countRead(backend, ben, ada), 58);
    await eventually(() => readCount(page), 0);
    expect(await readUnseen(page, 'Ben')).toBe(0);
  });

  test('to a conversation shows the place where it was left, its end, or what is new', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    const carla = await register(backend, makePerson('Carla'));
    await sendByCall(backend, carla, ada, { text: 'Hello from Carla.' });
    await sendNumbered(backend, ben, ada, [1, 60]);
    const page = await enterConversation(stage, ada, 'Ben');
    // A line that the reader never reached would come first when they return.
    await eventually(() => isInView(page, 'Part 1.'), true);
    await jumpButton(page).click();
    await eventually(() => measureFromEnd(page), 0);
    const readTop = () =>
      log(page).evaluate((box) => {
        const top = box.getBoundingClientRect().top;
        const rows = [...box.querySelectorAll<HTMLElement>('[data-key]')];
        const row = rows.find((one) => one.getBoundingClientRect().bottom > top + 1);
        return [row?.dataset.key, Math.round((row?.getBoundingClientRect().top ?? 0) - top)];
      });
    await log(page).hover();
    await page.mouse.wheel(0, -900);
    await jumpButton(page).waitFor();
    await eventually(() => measureFromEnd(page), 900);
    const left = await readTop();
    await openConversation(page, 'Carla');
    await message(page, 'Hello from Carla.').waitFor();
    await openConversation(page, 'Ben');
    await eventually(readTop, left);
    expect(await jumpButton(page).isVisible()).toBe(true);

    await openConversation(page, 'Carla');
    await sendByCall(backend, ben, ada, { text: 'Something new.' });
    await eventually(() => readUnseen(page, 'Ben'), 1);
    await openConversation(page, 'Ben');
    await eventually(() => isInView(page, 'Something new.'), true);
    expect(await isInView(page, '1 new message')).toBe(true);

    await openConversation(page, 'Carla');
    await openConversation(page, 'Ben');
    await message(page, 'Something new.').waitFor();
    await eventually(() => measureFromEnd(page), 0);

    // By its address, in a window that knows of earlier messages.
    await page.goto('about:blank');
    await sendNumbered(backend, ben, ada, [61, 100]);
    await page.goto(`/?with=${ben.id}`);
    await eventually(() => isInView(page, '40 new messages'), true);
    expect(await isInView(page, 'Part 61.')).toBe(true);
    await jumpButton(page).click();
    await eventually(() => measureFromEnd(page), 0);
    await openMenu(page);
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor();
    await page.goBack();
    await message(page, 'Part 100.').waitFor();
    await eventually(() => measureFromEnd(page), 0);
  });
});
