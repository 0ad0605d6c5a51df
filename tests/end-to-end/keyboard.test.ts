/** An on-screen keyboard that covers the page, as on an iPhone. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  box,
  conversation,
  enterConversation,
  eventually,
  message,
  notice,
} from '../support/actions.ts';
import { sendByCall } from '../support/backends.ts';
import { makeFlowTest } from '../support/flow.ts';

const test = makeFlowTest('our server');

/** In px, what an iPhone of 844 px shows above its keyboard, and how far it pushes the page up. */
const SEEN = 460;
const PUSHED = 300;

/** What the browser tells of such a keyboard. Chromium makes the page shorter instead, and has none here. */
function tellSeen(page: Page, height: number, offsetTop: number): Promise<void> {
  return page.evaluate(
    (told) => {
      const seen = window.visualViewport;
      if (!seen) throw new Error('This browser does not tell what is seen.');
      for (const [name, value] of Object.entries(told)) {
        Object.defineProperty(seen, name, { value, configurable: true });
      }
      seen.dispatchEvent(new Event('resize'));
    },
    { height, offsetTop },
  );
}

test('A keyboard that covers the page leaves the bar, the newest message and the box in sight', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
  for (let count = 1; count <= 30; count++) {
    await sendByCall(backend, ben, ada, { text: `Line ${count}` });
  }
  const page = await enterConversation(stage, ada, 'Ben', { size: 'small', isTouch: true });
  await page.getByRole('button', { name: 'Jump to newest' }).tap();
  await eventually(() => page.getByRole('button', { name: 'Jump to newest' }).count(), 0);
  const findHidden = async (parts: Record<string, Locator>) => {
    const hidden: string[] = [];
    for (const [name, part] of Object.entries(parts)) {
      const bounds = await part.boundingBox();
      const isSeen =
        bounds &&
        bounds.y >= PUSHED &&
        bounds.y + bounds.height <= PUSHED + SEEN &&
        bounds.height > 0;
      if (!isSeen) hidden.push(name);
    }
    return hidden;
  };
  await box(page).tap();
  await tellSeen(page, SEEN, PUSHED);
  const parts = {
    bar: conversation(page).locator('header'),
    message: message(page, 'Line 30'),
    box: box(page),
  };
  await eventually(() => findHidden(parts), []);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') });
  await eventually(() => findHidden({ notice: notice(page, 'Select an image file') }), []);

  await tellSeen(page, 844, 0);
  await eventually(async () => (await page.getByRole('main').boundingBox())?.height, 844);
  expect((await page.getByRole('main').boundingBox())?.y).toBe(0);
});
