/** Very many messages at a time, to somebody who has the conversation open. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { conversation, eventually, messages, openConversation } from '../support/actions.ts';
import { type Backend, callApi, type Member, readField } from '../support/backends.ts';
import { makeFlowTest } from '../support/flow.ts';
import { listen, readHeard } from '../support/screen-reader.ts';
import { sendMany } from '../support/send-many.ts';

const COUNT = 1_000;
const QUARTERS = 4;

/** A little more than one. */
const FRAME_MS = 20;

/** How often the conversation changes on the screen from now on. */
async function countRenders(page: Page) {
  await page.getByRole('log').evaluate((box) => {
    let renders = 0;
    const observer = new MutationObserver(() => {
      renders += 1;
    });
    observer.observe(box, { childList: true, subtree: true });
    Object.assign(window, { readRenders: () => renders });
  });
  return () => page.evaluate((): number => Reflect.get(window, 'readRenders')());
}

/** How many messages have reached a page from its next load on. */
function countArrived(page: Page): () => number {
  let arrived = 0;
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('42["newMessage"')) arrived += 1;
    });
  });
  return () => arrived;
}

async function listStored(backend: Backend, reader: Member, peer: Member): Promise<unknown[]> {
  const path = `/messages/${peer.id}?peek=true`;
  const found = readField(await callApi(backend, 'GET', path, { token: reader.token }), 'messages');
  return Array.isArray(found) ? found : [];
}

describe('A burst, with our server', () => {
  const test = makeFlowTest('our server');

  test('is shown frame by frame, in order; announced in full; seen in few calls', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    const page = await stage.openWindow({ token: ada.token });
    await listen(page);
    const readArrived = countArrived(page);
    await page.clock.install();
    await page.goto('/');
    await openConversation(page, 'Ben');
    // What comes before it is loaded is no news.
    await conversation(page).getByText('No messages yet').waitFor();
    let calls = 0;
    page.on('request', () => {
      calls += 1;
    });
    const readRenders = await countRenders(page);
    // Each quarter comes within one frame, however long that takes: the page's time stands still.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100));
    const shown = messages(page);
    for (let quarter = 1; quarter <= QUARTERS; quarter += 1) {
      await sendMany(backend, ben, ada, COUNT / QUARTERS);
      await eventually(readArrived, (COUNT / QUARTERS) * quarter);
      const newest = (await listStored(backend, ada, ben)).at(-1);
      const row = page.locator(`[data-key="${readField(newest, '_id')}"]`);
      expect(await row.count()).toBe(0);
      await eventually(() => page.clock.runFor(FRAME_MS).then(() => row.count()), 1);
    }
    expect(await readRenders()).toBeLessThanOrEqual(2 * QUARTERS);
    await page.clock.resume();

    const stored = await listStored(backend, ada, ben);
    expect(stored).toHaveLength(COUNT);
    const newest = stored.slice(-40).map((one) => String(readField(one, '_id')));
    const listShown = () =>
      shown.evaluateAll((rows) => rows.slice(-40).map((one) => one.getAttribute('data-key')));
    await eventually(listShown, newest);
    const isSeen = (one: unknown) => readField(one, 'seen') === true;
    await eventually(async () => (await listStored(backend, ada, ben)).every(isSeen), true);
    expect(calls).toBeLessThanOrEqual(3 * QUARTERS);

    const countHeard = async () => {
      const lines = (await readHeard(page)).filter((line) => line !== 'Offline');
      const counts = lines.map((line) => /^(\d+) new messages from Ben$/.exec(line)?.[1] ?? 1);
      return counts.reduce<number>((total, count) => total + Number(count), 0);
    };
    await eventually(countHeard, COUNT);
    // Its clock is no other window's.
    await page.context().close();
  });
});
