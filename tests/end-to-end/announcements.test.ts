/** What people hear who listen to the app: each message once, in order, and no more than they can follow. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  eventually,
  message,
  messages,
  openConversation,
  sendText,
  waitForHome,
} from '../support/actions.ts';
import { makePerson, register, sendByCall } from '../support/backends.ts';
import { describeFlow } from '../support/flow.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { listen, readHeard } from '../support/screen-reader.ts';

/** A connection that takes its time is told of as well, and of the other's presence meanwhile. */
const OF_CONNECTION = /^(Reconnecting|Offline$)/;

const readHeardOfMessages = async (page: Page) =>
  (await readHeard(page)).filter((words) => !OF_CONNECTION.test(words));

describeFlow('To a screen reader', (test) => {
  test('an exchange of ten messages is each incoming one, once and in order; many at a time are their number', async ({
    stage,
    backend,
  }) => {
    const ada = await register(backend, makePerson('Ada'));
    const ben = await register(backend, makePerson('Ben'));
    const cleo = await register(backend, makePerson('Cleo'));
    await sendByCall(backend, ben, ada, { text: 'Long ago' });
    const page = await stage.openWindow({ token: ada.token });
    await listen(page);
    await page.goto('/');
    await waitForHome(page);
    await openConversation(page, 'Ben');
    await message(page, 'Long ago').waitFor();
    // History is there to be read, and not announced.
    const expected: string[] = [];
    const hear = async (...lines: string[]) => {
      expected.push(...lines);
      await eventually(() => readHeardOfMessages(page), expected);
    };
    await hear();

    await sendByCall(backend, ben, ada, { text: 'Good morning' });
    await hear('Ben: Good morning');
    await sendText(page, 'Good morning, Ben');
    await sendByCall(backend, ben, ada, { text: 'Look at this' });
    await hear('Ben: Look at this');
    await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(40, 30)) });
    await hear('Ben: Picture');
    await sendByCall(backend, cleo, ada, { text: 'Have you a moment?' });
    await hear('New message from Cleo');
    await Promise.all(
      ['One', 'Two', 'Three', 'Four', 'Five'].map((text) =>
        sendByCall(backend, ben, ada, { text }),
      ),
    );
    await hear('5 new messages from Ben');
    expect(await messages(page).count()).toBe(10);
  });
});
