/** A message that a person sent is never lost and never doubled, and what they began to write stays. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
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

/** How many unsent messages are on the disk. */
function countKept(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const bucket = await navigator.storageBuckets?.open('duet-outbox');
    return new Promise<number>((resolve) => {
      const opening = (bucket ?? window).indexedDB.open('duet-outbox');
      opening.onsuccess = () => {
        const opened = opening.result;
        const counting = opened.transaction('messages').objectStore('messages').count();
        counting.onsuccess = () => {
          opened.close();
          resolve(counting.result);
        };
      };
    });
  });
}

/** The disk is busy as long as the page lives: unsent messages do not come onto it until then. */
async function holdDisk(page: Page): Promise<void> {
  const hold = () =>
    page.evaluate(async () => {
      const bucket = await navigator.storageBuckets?.open('duet-outbox');
      return new Promise<boolean>((resolve) => {
        const opening = (bucket ?? window).indexedDB.open('duet-outbox');
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve(false);
        opening.onsuccess = () => {
          const messages = opening.result.transaction('messages', 'readwrite');
          const goOn = () => {
            messages.objectStore('messages').count().onsuccess = goOn;
          };
          goOn();
          resolve(true);
        };
      });
    });
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
  test('five messages, one of them a picture, are kept through a crash and arrive once, in order (SEND-1)', async ({
    stage,
    proxy,
    ada,
    ben,
  }) => {
    const page = await enterConversation(stage, ada, 'Ben');
    const context = page.context();
    await context.setOffline(true);
    for (const text of ['One', 'Two']) await sendText(page, text);
    await sendPicture(page, makePngFile('three.png'));
    await messages(page, true).nth(2).waitFor();
    for (const text of ['Four', 'Five']) await sendText(page, text);
    const all = ['One', 'Two', 'picture', 'Four', 'Five'];
    await eventually(() => readContents(page), all);
    await eventually(() => readStates(page), Array(5).fill('waiting'));
    // The disk has them a moment after the screen.
    await eventually(() => countKept(page), 5);
    await crash(page);

    // The page itself has to come from somewhere; nothing else does.
    proxy.setApiDown(true);
    const next = await context.newPage();
    await forgetKeptAtStart(next);
    await context.setOffline(false);
    await next.goto('/');
    await next.getByText('Can’t reach Duet').waitFor();
    expect(countSends(proxy)).toBe(0);
    proxy.setApiDown(false);
    await waitForHome(next);
    await openConversation(next, 'Ben');
    await eventually(() => readContents(next), all);

    const bens = await enterConversation(stage, ben, 'Ada');
    await eventually(() => readContents(bens), all);
    await eventually(() => readContents(next), all);
    const picture = messages(bens, false).getByRole('img', { name: /Image from/ });
    await eventually(
      () => picture.evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight]),
      [320, 200],
    );
    expect(countSends(proxy)).toBe(5);
  });

  test('what was sent in the moment of a reload, before the disk has it, goes out after it (SEND-1)', async ({
    stage,
    proxy,
    ada,
    ben,
  }) => {
    const page = await enterConversation(stage, ada, 'Ben');
    await holdDisk(page);
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
