/** A message that a person sent is never lost and never doubled, and what they began to write stays. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  box,
  enter,
  enterConversation,
  eventually,
  message,
  messages,
  openConversation,
  openShortcuts,
  people,
  readUnseen,
  row,
  sendPicture,
  sendText,
  waitForHome,
} from '../support/actions.ts';
import { makePerson, register, sendByCall } from '../support/backends.ts';
import { describeFaults } from '../support/fault-flow.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { forgetKeptAtStart, untilKept } from '../support/kept.ts';
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

  test('the list keeps badges, drafts and what waits through a reload, and says of nobody whether they are online', async ({
    stage,
    backend,
    proxy,
    ada,
    ben,
  }) => {
    await register(backend, makePerson('Cleo'));
    await register(backend, makePerson('Dora'));
    const page = await enter(stage, ada);
    await row(page, 'Dora').getByText('Offline').waitFor();
    for (const text of ['One', 'Two']) await sendByCall(backend, ben, ada, { text });
    await eventually(() => readUnseen(page, 'Ben'), 2);
    await openConversation(page, 'Cleo');
    await box(page).fill('Half a thought');
    expect(await row(page, 'Cleo').getByText('Draft: ').count()).toBe(0);
    await openConversation(page, 'Dora');
    await row(page, 'Cleo').getByText('Draft: Half a thought').waitFor();

    proxy.setApiDown(true);
    for (const text of ['Later', 'Never', 'And later']) await sendText(page, text);
    await message(page, 'Never').getByRole('button', { name: 'Discard' }).click();
    await eventually(() => messages(page, true).count(), 2);
    await row(page, 'Dora').getByText('You: And later').waitFor();
    const presence = people(page).getByText(/^(Online|Offline)$/);
    await eventually(() => presence.count(), 0);
    await untilKept(page, ',2]]', '"fullName":"Cleo"');
    await page.reload();
    await row(page, 'Cleo').getByText('Draft: Half a thought').waitFor();
    await row(page, 'Dora').getByText('You: And later').waitFor();
    expect(await readUnseen(page, 'Ben')).toBe(2);
    // The code that counts on the title comes after the list.
    await eventually(() => page.title(), '(2) Dora · Duet');
    expect(await presence.filter({ visible: true }).count()).toBe(0);

    proxy.setApiDown(false);
    await row(page, 'Dora').getByText('Offline').waitFor();
    await eventually(() => row(page, 'Dora').getByText('Waiting: ').count(), 0);
    await openConversation(page, 'Cleo');
    await box(page).fill('');
    await openConversation(page, 'Dora');
    await eventually(() => row(page, 'Cleo').getByText('Draft: ').count(), 0);
  });

  test('what stands over the screens comes all the same, such as the shortcuts', async ({
    stage,
    proxy,
    ada,
    ben,
  }) => {
    const page = await enter(stage, ada);
    await untilKept(page, `"fullName":"${ben.fullName}"`, '"fullName":"Ada"');
    proxy.setApiDown(true);
    await page.reload();
    await row(page, 'Ben').waitFor();
    await openShortcuts(page);
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

describeFaults('What was begun', (test) => {
  const begin = async (page: Page) => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Attach image' }).click();
    await (await choosing).setFiles(makePngFile('begun.png'));
    await box(page).fill('Not finished yet');
    await box(page).evaluate((area: HTMLTextAreaElement) => {
      area.focus();
      area.setSelectionRange(4, 4);
    });
  };
  const expectBegun = async (page: Page) => {
    await eventually(() => box(page).inputValue(), 'Not finished yet');
    await eventually(
      () => box(page).evaluate((area: HTMLTextAreaElement) => area.selectionStart),
      4,
    );
  };

  test('text and cursor survive a switch, a reload and a crash, and a picture the switch', async ({
    stage,
    backend,
    ada,
  }) => {
    for (const name of ['Ben', 'Cleo']) await register(backend, makePerson(name));
    const page = await enterConversation(stage, ada, 'Ben');
    await begin(page);
    await openConversation(page, 'Cleo');
    expect(await box(page).inputValue()).toBe('');
    await openConversation(page, 'Ben');
    await expectBegun(page);
    await page.getByRole('img', { name: 'Ready to send' }).waitFor();
    await page.reload();
    await openConversation(page, 'Ben');
    await expectBegun(page);
    await crash(page);
    const next = await openAnother(page.context(), 'Ben');
    await expectBegun(next);
  });
});
