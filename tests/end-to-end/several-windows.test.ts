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
  sendText,
  waitForHome,
} from '../support/actions.ts';
import { sendByCall } from '../support/backends.ts';
import { describeFaults } from '../support/fault-flow.ts';
import { readContents, readStates } from '../support/rows.ts';

async function openSecond(page: Page): Promise<Page> {
  const second = await page.context().newPage();
  await second.goto('/');
  await waitForHome(second);
  return second;
}

describeFaults('Windows and devices of one person', (test) => {
  test('show the same messages and counts, and what one has read the others know', async ({
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
});

describeFaults('The states of an own message', (test) => {
  test('begin in the frame of the key press and go as far as the server can tell', async ({
    stage,
    proxy,
    ada,
    ben,
  }) => {
    const adas = await enterConversation(stage, ada, 'Ben');
    // The box is there before the messages are, with which all of them begin anew.
    await conversation(adas).getByText('No messages yet').waitFor();
    const answer = Promise.withResolvers<void>();
    proxy.faults.script(
      { method: 'POST', path: /\/send\// },
      { kind: 'holdAnswer', until: answer.promise },
    );
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
    answer.resolve();
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
});
