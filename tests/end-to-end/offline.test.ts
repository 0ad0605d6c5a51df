/** A message that a person sent is never lost and never doubled, and what they began to write stays. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  enter,
  enterConversation,
  eventually,
  messages,
  openConversation,
  sendPicture,
  sendText,
  waitForHome,
} from '../support/actions.ts';
import { describeFaults } from '../support/fault-flow.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { forgetKeptAtStart } from '../support/kept.ts';
import { makePngFile } from '../support/pictures.ts';
import { readContents, readStates } from '../support/rows.ts';

const countSends = (proxy: FaultProxy) =>
  proxy.calls.filter(({ method, path }) => method === 'POST' && path.startsWith('/messages/send/'))
    .length;

/** Another window of the same browser. */
async function openAnother(context: BrowserContext, fullName: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/');
  await waitForHome(page);
  await openConversation(page, fullName);
  return page;
}

/** How many records in the browser's storage hold these characters as JSON. */
function countKept(
  page: Page,
  place: { database: string; store: string },
  characters: string,
): Promise<number> {
  return page.evaluate(
    async ({ database, store, characters }) => {
      const bucket = await navigator.storageBuckets?.open(database);
      return new Promise<number>((resolve) => {
        const opening = (bucket ?? window).indexedDB.open(database);
        opening.onsuccess = () => {
          const opened = opening.result;
          const reading = opened.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => {
            opened.close();
            const records = reading.result.map((record) => JSON.stringify(record));
            resolve(records.filter((record) => record.includes(characters)).length);
          };
        };
      });
    },
    { ...place, characters },
  );
}

const UNSENT = { database: 'duet-outbox', store: 'messages' };

/** The disk is busy as long as the page lives: what it asks to be changed in this place is not, until then. */
async function holdDisk(page: Page, place: typeof UNSENT): Promise<void> {
  const hold = () =>
    page.evaluate(async ({ database, store }) => {
      const bucket = await navigator.storageBuckets?.open(database);
      return new Promise<boolean>((resolve) => {
        const opening = (bucket ?? window).indexedDB.open(database);
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve(false);
        opening.onsuccess = () => {
          const messages = opening.result.transaction(store, 'readwrite').objectStore(store);
          const goOn = () => {
            messages.count().onsuccess = goOn;
          };
          goOn();
          resolve(true);
        };
      });
    }, place);
  await eventually(hold, true);
}

const countLocal = (page: Page, start: string) =>
  page.evaluate(
    (start) => Object.keys(localStorage).filter((key) => key.startsWith(start)).length,
    start,
  );

async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  page.goto('chrome://crash').catch(() => undefined);
  await crashed;
  await page.close();
}

describeFaults('Away from the network', (test) => {
  test('five messages, one of them a picture, are kept through a reload and arrive once, in order (SEND-1)', async ({
    stage,
    proxy,
    ada,
    ben,
  }) => {
    const page = await enterConversation(stage, ada, 'Ben');
    await page.context().setOffline(true);
    for (const text of ['One', 'Two']) await sendText(page, text);
    await sendPicture(page, makePngFile('three.png'));
    await messages(page, true).nth(2).waitFor();
    for (const text of ['Four', 'Five']) await sendText(page, text);
    const all = ['One', 'Two', 'picture', 'Four', 'Five'];
    await eventually(() => readContents(page), all);
    await eventually(() => readStates(page), Array(5).fill('waiting'));

    // The page itself has to come from somewhere; nothing else does.
    proxy.setApiDown(true);
    await forgetKeptAtStart(page);
    await page.context().setOffline(false);
    await page.reload();
    await page.getByText('Can’t reach Duet').waitFor();
    expect(countSends(proxy)).toBe(0);
    proxy.setApiDown(false);
    await waitForHome(page);
    await openConversation(page, 'Ben');
    await eventually(() => readContents(page), all);

    const bens = await enterConversation(stage, ben, 'Ada');
    await eventually(() => readContents(bens), all);
    await eventually(() => readContents(page), all);
    const picture = messages(bens, false).getByRole('img', { name: /Image from/ });
    await eventually(
      () => picture.evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight]),
      [320, 200],
    );
    expect(countSends(proxy)).toBe(5);
  });

  test('what was sent in a window that crashed goes out from the next one (SEND-5)', async ({
    stage,
    proxy,
    ada,
    ben,
  }) => {
    const page = await enter(stage, ada);
    const context = page.context();
    await openConversation(page, 'Ben');
    await context.setOffline(true);
    await sendText(page, 'First');
    await sendText(page, 'Second');
    await eventually(() => readStates(page), ['waiting', 'waiting']);
    // The disk has them a moment after the screen.
    await eventually(
      () => countKept(page, { database: 'duet-outbox', store: 'messages' }, '"peerId"'),
      2,
    );
    await crash(page);
    await context.setOffline(false);
    const next = await openAnother(context, 'Ben');
    await eventually(() => readContents(next), ['First', 'Second']);
    const bens = await enterConversation(stage, ben, 'Ada');
    await eventually(() => readContents(bens), ['First', 'Second']);
    expect(countSends(proxy)).toBe(2);
  });

  test('what was sent in the moment of a reload, before the disk has it, goes out after it (SEND-1)', async ({
    stage,
    proxy,
    ada,
    ben,
  }) => {
    const page = await enterConversation(stage, ada, 'Ben');
    await holdDisk(page, UNSENT);
    proxy.setApiDown(true);
    await sendText(page, 'First');
    await sendText(page, 'Second');
    await eventually(() => readContents(page), ['First', 'Second']);
    await page.reload();
    proxy.setApiDown(false);
    await waitForHome(page);
    await eventually(() => readContents(page), ['First', 'Second']);
    const bens = await enterConversation(stage, ben, 'Ada');
    await eventually(() => readContents(bens), ['First', 'Second']);
    await eventually(() => countLocal(page, 'unsent/'), 0);
    expect(countSends(proxy)).toBe(2);
  });

  test('two windows never both send what waits, not even when its own is closed (SEND-5)', async ({
    stage,
    proxy,
    ada,
    ben,
  }) => {
    const first = await enterConversation(stage, ada, 'Ben');
    const context = first.context();
    const second = await openAnother(context, 'Ben');
    const third = await openAnother(context, 'Ben');
    await context.setOffline(true);
    for (const text of ['One', 'Two', 'Three']) await sendText(first, text);
    await sendText(second, 'Four');
    await eventually(() => readStates(first), ['waiting', 'waiting', 'waiting']);
    await first.close();
    await context.setOffline(false);

    const bens = await enterConversation(stage, ben, 'Ada');
    await eventually(
      async () => (await readContents(bens)).toSorted(),
      ['Four', 'One', 'Three', 'Two'],
    );
    const order = await readContents(bens);
    expect(order.filter((text) => text !== 'Four')).toEqual(['One', 'Two', 'Three']);
    for (const page of [second, third]) {
      await eventually(() => readContents(page), order);
      await page.reload();
      await openConversation(page, 'Ben');
      await eventually(() => readContents(page), order);
    }
    expect(countSends(proxy)).toBe(4);
  });
});
