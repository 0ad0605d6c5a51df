/** What all windows and devices of a person agree on, and what others see of that person. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  box,
  conversation,
  enter,
  enterConversation,
  eventually,
  message,
  openConversation,
  readUnseen,
  row,
  sendText,
  waitForHome,
} from '../support/actions.ts';
import { sendByCall } from '../support/backends.ts';
import { makeFlowTest } from '../support/flow.ts';
import { readContents, readStates } from '../support/rows.ts';

async function openSecond(page: Page): Promise<Page> {
  const second = await page.context().newPage();
  await second.goto('/');
  await waitForHome(second);
  return second;
}

const test = makeFlowTest('our server');

test('Windows and devices of one person show the same messages and counts, and what one has read the others know', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
  const first = await enter(stage, ada);
  const windows = [first, await openSecond(first), await enter(stage, ada)];
  for (const text of ['One', 'Two']) await sendByCall(backend, ben, ada, { text });
  for (const page of windows) await eventually(() => readUnseen(page, 'Ben'), 2);
  await openConversation(first, 'Ben');
  for (const page of windows) await eventually(() => readUnseen(page, 'Ben'), 0);

  for (const page of windows) await openConversation(page, 'Ben');
  await sendText(first, 'Three');
  for (const page of windows) {
    await eventually(() => readContents(page), ['One', 'Two', 'Three']);
  }
  await sendByCall(backend, ben, ada, { text: 'Four' });
  for (const page of windows) {
    await eventually(() => readContents(page), ['One', 'Two', 'Three', 'Four']);
  }
});

test('The states of an own message begin in the frame of the key press and go as far as the server can tell', async ({
  stage,
  ada,
  ben,
}) => {
  const adas = await enterConversation(stage, ada, 'Ben');
  // The box is there before the messages are, with which all of them begin anew.
  await conversation(adas).getByText('No messages yet').waitFor();
  // Until then the window does not know what the server can do.
  await row(adas, 'Ben').getByText('Offline', { exact: true }).waitFor();
  // Before the server: what it has taken it tells by the socket, too, whenever the answer comes.
  const held = Promise.withResolvers<void>();
  await adas.route('**/messages/send/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await box(adas).fill('Hello');
  const inTheSameFrame = await box(adas).evaluate(async (area: HTMLTextAreaElement) => {
    const init = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
    area.dispatchEvent(new KeyboardEvent('keydown', init));
    await new Promise(requestAnimationFrame);
    const row = document.querySelector('[role=log] [data-own=true]');
    row?.setAttribute('data-marked', '');
    return { isShown: row?.textContent.includes('Hello'), box: area.value };
  });
  expect(inTheSameFrame).toEqual({ isShown: true, box: '' });
  await eventually(() => readStates(adas), ['sending']);
  held.resolve();
  await eventually(() => readStates(adas), ['sent']);
  // The very element, so that nothing flickers or jumps.
  expect(await adas.locator('[data-marked][data-state=sent]').count()).toBe(1);

  const bens = await enter(stage, ben);
  await eventually(() => readUnseen(bens, 'Ada'), 1);
  await eventually(() => readStates(adas), ['delivered']);
  await message(adas, 'Hello').getByText('Delivered').waitFor();
  await openConversation(bens, 'Ada');
  await eventually(() => readStates(adas), ['seen']);
  await message(adas, 'Hello').getByText('Read').waitFor();
});
