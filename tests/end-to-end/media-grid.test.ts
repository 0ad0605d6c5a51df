/** The pictures of a conversation in the panel: which of them load, and when. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { about, enterConversation, eventually } from '../support/actions.ts';
import { type Backend, type Member, sendByCall } from '../support/backends.ts';
import { describeFlow } from '../support/flow.ts';
import { makePhoto } from '../support/photos.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

const COUNT = 24;
/** Upright: wide and high. */
const LARGE = { width: 1_500, height: 2_000 };

/** Ben sends Ada photos that no grid needs whole, and one small drawing at last. */
async function sendPhotos(page: Page, backend: Backend, from: Member, to: Member) {
  const photo = makeDataUrl(await makePhoto(page, LARGE.height, LARGE.width), 'image/jpeg');
  for (let index = 0; index < COUNT; index += 1) {
    await sendByCall(backend, from, to, { image: photo });
  }
  await sendByCall(backend, from, to, { image: makeDataUrl(makePng(120, 90)) });
}

const tiles = (page: Page) => about(page, 'Ben').locator('li');
const shown = (page: Page, index: number) => tiles(page).nth(index).locator('img');

const readSize = (page: Page, index: number) =>
  shown(page, index).evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  });

describeFlow('The Media grid', (test) => {
  test('loads only the pictures near its view', async ({ stage, backend, ada, ben }) => {
    const maker = await stage.openWindow();
    await sendPhotos(maker, backend, ben, ada);
    const page = await enterConversation(stage, ada, 'Ben');
    await eventually(() => tiles(page).count(), COUNT + 1);
    expect(await readSize(page, 0)).toEqual({ width: 120, height: 90 });
    expect(await shown(page, COUNT).count()).toBe(0);
    // Those that are not loaded are found by their names all the same.
    expect(await page.getByRole('button', { name: /^Image from Ben/ }).count()).toBeGreaterThan(
      COUNT,
    );
    await tiles(page).nth(COUNT).scrollIntoViewIfNeeded();
    const { width, height } = await readSize(page, COUNT);
    expect(height / width).toBeCloseTo(LARGE.height / LARGE.width, 1);
    // Those behind stay: a picture that loads again would be grey for a moment.
    expect(await shown(page, 1).count()).toBe(1);
  });
});
