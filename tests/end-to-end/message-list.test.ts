/** Design section 4, "Scrolling", and what a long conversation may cost the page. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  box,
  enter,
  enterConversation,
  eventually,
  message,
  messages,
  openConversation,
} from '../support/actions.ts';
import { type Backend, type Member, seeAll, sendByCall } from '../support/backends.ts';
import { makeFlowTest } from '../support/flow.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { watchFrames, watchPlace } from '../support/place.ts';

const log = (page: Page) => page.getByRole('log');
const jumpButton = (page: Page) =>
  page.getByRole('button', { name: 'Jump to newest', exact: true });
const line = (number: number) => `Message ${number}: ${'word '.repeat((number * 7) % 25)}`;

/** So many messages between two people, all seen, told apart by their numbers. */
async function converse(backend: Backend, ada: Member, ben: Member, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    const [from, to] = number % 3 === 0 ? [ada, ben] : [ben, ada];
    await sendByCall(backend, from, to, { text: line(number) });
  }
  await seeAll(backend, ada, ben);
}

/** Pixels from the newest message up to the lower edge of what is seen. */
const measureFromEnd = (page: Page) => log(page).evaluate((box) => Math.abs(box.scrollTop));

const scrollUp = async (page: Page, pixels: number) => {
  await log(page).hover();
  await page.mouse.wheel(0, -pixels);
};

const test = makeFlowTest('our server');

test('What comes in is followed, unless the reader is more than two screens up; it slides in by its height, and a tall message shows its beginning', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
  await converse(backend, ada, ben, 120);
  const page = await enterConversation(stage, ada, 'Ben', { hasMotion: true });
  await message(page, line(120)).waitFor();

  await sendByCall(backend, ben, ada, { text: 'Seen at the end' });
  await message(page, 'Seen at the end').waitFor();
  await eventually(() => measureFromEnd(page), 0);

  await scrollUp(page, 700);
  await eventually(async () => (await measureFromEnd(page)) > 600, true);
  await sendByCall(backend, ben, ada, { text: 'Followed from one screen up' });
  await eventually(() => measureFromEnd(page), 0);

  await scrollUp(page, 2500);
  await eventually(async () => (await measureFromEnd(page)) > 2400, true);
  const place = await watchPlace(page);
  await sendByCall(backend, ben, ada, { text: 'Kept waiting\nin two lines' });
  await sendByCall(backend, ben, ada, { text: 'Kept waiting as well' });
  await page
    .getByRole('button', { name: 'Jump to newest', exact: true, description: '2 new messages' })
    .waitFor();
  expect(await place.read()).toBeLessThanOrEqual(1);

  await jumpButton(page).click();
  await message(page, 'Kept waiting as well').waitFor();
  await eventually(() => measureFromEnd(page), 0);
  expect(await jumpButton(page).count()).toBe(0);

  const lines = (count: number) => Array.from({ length: count }, (_, row) => `Line ${row + 1}.`);
  const twelve = lines(12).join('\n');
  const image = makeDataUrl(makePng(400, 600));
  const tall = [
    () => sendByCall(backend, ben, ada, { text: 'Short.' }),
    () => sendByCall(backend, ben, ada, { text: twelve }),
    () => sendByCall(backend, ben, ada, { image }),
    async () => {
      await box(page).fill(`Mine.\n${twelve}`);
      await box(page).press('Enter');
    },
  ];
  for (const bring of tall) {
    const before = await messages(page).count();
    const frames = await watchFrames(page);
    await bring();
    await eventually(() => messages(page).count(), before + 1);
    await eventually(() => measureFromEnd(page), 0);
    const seen = await frames.read();
    const first = seen.findIndex(({ rows }) => rows > before);
    const growth = (seen[first]?.height ?? 0) - (seen[first - 1]?.height ?? 0);
    expect(growth).toBeGreaterThan(20);
    expect(Math.abs((seen[first]?.fromEnd ?? 0) - growth)).toBeLessThanOrEqual(1);
    expect(seen.filter(({ hasJumpButton }) => hasJumpButton)).toEqual([]);
  }

  await sendByCall(backend, ben, ada, { text: lines(80).join('\n') });
  await jumpButton(page).waitFor();
  await eventually(
    () =>
      log(page).evaluate((view) => {
        const row = [...view.querySelectorAll('li[data-key]')].at(-1)?.getBoundingClientRect();
        return (row?.top ?? 0) - view.getBoundingClientRect().top;
      }),
    48,
  );
  // More does not take the reader away from it.
  await sendByCall(backend, ben, ada, { text: 'Did you get this?' });
  await page
    .getByRole('button', { name: 'Jump to newest', exact: true, description: '1 new message' })
    .waitFor();
  expect(await measureFromEnd(page)).toBeGreaterThan(500);
});

makeFlowTest('a plain backend')(
  'What is being read does not move when a picture of unknown size arrives late below it',
  async ({ stage, backend, ada, ben }) => {
    await converse(backend, ada, ben, 60);
    backend.plain?.world.messages.push({
      _id: 'f'.repeat(24),
      senderId: ben.id,
      receiverId: ada.id,
      image: '/late.png',
      seen: true,
      createdAt: new Date().toISOString(),
    });
    const page = await enter(stage, ada);
    const held = Promise.withResolvers<void>();
    await page.route('**/late.png', async (route) => {
      await held.promise;
      await route.fulfill({ contentType: 'image/png', body: makePng(300, 450) });
    });
    await openConversation(page, 'Ben');
    await log(page)
      .getByAltText(/^Image from Ben/)
      .waitFor({ state: 'attached' });
    await scrollUp(page, 900);
    await eventually(async () => (await measureFromEnd(page)) > 800, true);
    const place = await watchPlace(page);
    const before = await log(page).evaluate((box) => box.scrollHeight);
    held.resolve();
    await eventually(
      () => log(page).evaluate((box, was) => box.scrollHeight > was + 100, before),
      true,
    );
    expect(await place.read()).toBeLessThanOrEqual(1);
  },
);
