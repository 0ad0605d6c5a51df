/** A conversation that stands open while thousands of messages arrive: memory stays bounded, nothing is lost. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { enterConversation, eventually, message } from '../support/actions.ts';
import { type Backend, callApi, type Member, readField, sendByCall } from '../support/backends.ts';
import { makeFlowTest } from '../support/flow.ts';
import { sendMany } from '../support/send-many.ts';

const COUNT = 1_800;

/** The whole conversation, as the server has it. */
async function listIds(backend: Backend, reader: Member, peer: Member): Promise<string[]> {
  const answer = await callApi(backend, 'GET', `/messages/${peer.id}?peek=true`, {
    token: reader.token,
  });
  const messages = readField(answer, 'messages');
  if (!Array.isArray(messages)) throw new Error('There are no messages.');
  return messages.map((one) => String(readField(one, '_id')));
}

interface Journey {
  /** Ids of all messages that were mounted on the way, in the order of the conversation. */
  ids: string[];
  /** Times that rows stood in the page otherwise than side by side, as `ids` has them. */
  breaks: string[];
  /** The farthest that the reader was moved, in px. */
  shift: number;
}

/** Scrolls through the conversation to one of its ends, and looks at each screen. */
function travel(page: Page, direction: 'up' | 'down', all: readonly string[]): Promise<Journey> {
  return page.getByRole('log').evaluate(
    async (box, { direction, all }): Promise<Journey> => {
      const places = new Map(all.map((id, index) => [id, index]));
      const met = new Set<string>();
      const breaks: string[] = [];
      let shift = 0;
      const nextFrame = () => new Promise(requestAnimationFrame);
      const rows = () => [...box.querySelectorAll<HTMLElement>('[data-key]')];
      const isLoading = () => /Loading (older|newer) messages/.test(box.textContent ?? '');
      const look = () => {
        const indexes = rows().map((row) => places.get(row.dataset.key ?? '') ?? Number.NaN);
        for (const row of rows()) met.add(row.dataset.key ?? '');
        const broken = indexes.findIndex(
          (one, index) => index > 0 && one !== (indexes[index - 1] ?? 0) + 1,
        );
        if (broken > 0) breaks.push(`${indexes[broken - 1]} -> ${indexes[broken]}`);
      };
      let still = 0;
      while (still < 25) {
        const before = rows().find(
          (row) => row.getBoundingClientRect().bottom > box.getBoundingClientRect().top,
        );
        const topBefore = before?.getBoundingClientRect().top ?? 0;
        const scrolledBefore = box.scrollTop;
        box.dispatchEvent(new WheelEvent('wheel'));
        box.scrollTop += direction === 'up' ? -700 : 700;
        const way = box.scrollTop - scrolledBefore;
        for (let frame = 0; frame < 3 || (isLoading() && frame < 200); frame += 1)
          await nextFrame();
        look();
        if (before?.isConnected) {
          shift = Math.max(shift, Math.abs(topBefore - way - before.getBoundingClientRect().top));
        }
        still = Math.abs(way) < 1 ? still + 1 : 0;
      }
      return { ids: all.filter((id) => met.has(id)), breaks, shift };
    },
    { direction, all: [...all] },
  );
}

const test = makeFlowTest('our server');

test('A long sitting keeps a bounded part in memory, and gives back every message on the way up and down', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
  const page = await enterConversation(stage, ada, 'Ben');
  const readHeight = () => page.getByRole('log').evaluate((box) => box.scrollHeight);
  await sendMany(backend, ben, ada, 200);
  await eventually(() => readHeight().then((height) => height > 200 * 30), true);
  const rowHeight = (await readHeight()) / 200;
  await sendMany(backend, ben, ada, COUNT - 200);
  const all = await listIds(backend, ada, ben);
  expect(all).toHaveLength(COUNT);
  await page.locator(`[data-key="${all.at(-1)}"]`).waitFor();
  // What is loaded has its room in the box, mounted or not.
  await eventually(async () => (await readHeight()) < 1_300 * rowHeight, true);

  const up = await travel(page, 'up', all);
  expect(up.breaks).toEqual([]);
  expect(up.ids).toEqual(all);
  expect(up.shift).toBeLessThanOrEqual(1);
  // Far back, too, the box has room for what is near alone.
  expect(await readHeight()).toBeLessThan(1_700 * rowHeight);

  await sendByCall(backend, ben, ada, { text: 'While she was far back' });
  const grown = await listIds(backend, ada, ben);
  const down = await travel(page, 'down', grown);
  expect(down.breaks).toEqual([]);
  expect(down.ids).toEqual(grown);
  expect(down.shift).toBeLessThanOrEqual(1);
  await message(page, 'While she was far back').waitFor();
});
