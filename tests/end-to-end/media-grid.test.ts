/** The pictures of a conversation in the panel: which of them load, and when. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { about, enterConversation, eventually } from '../support/actions.ts';
import { type Backend, type Member, sendByCall } from '../support/backends.ts';
import { describeFlow } from '../support/flow.ts';
import { makePhoto } from '../support/photos.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

const COUNT = 40;
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

describeFlow('All pictures of a conversation', (test) => {
  test('are counted from the start, load while their box is scrolled, and new ones come to them', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    const image = makeDataUrl(makePng(20, 15));
    const sent = 130;
    for (let index = 0; index < sent; index += 1) {
      await sendByCall(backend, ben, ada, index % 2 === 0 ? { image } : { text: `Text ${index}` });
      await sendByCall(backend, ada, ben, { image });
    }
    const all = sent + sent / 2;
    const page = await enterConversation(stage, ada, 'Ben');
    const heading = (count: number) =>
      about(page, 'Ben').getByRole('heading', { name: `Media ${count} pictures` });
    await heading(all).waitFor();
    await expect
      .poll(async () => {
        await tiles(page).last().scrollIntoViewIfNeeded();
        return tiles(page).count();
      })
      .toBe(all);
    await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(120, 90)) });
    await heading(all + 1).waitFor();
    await tiles(page).first().scrollIntoViewIfNeeded();
    expect(await readSize(page, 0)).toEqual({ width: 120, height: 90 });
    expect(await tiles(page).count()).toBe(all + 1);
  });
});

describeFlow('A picture in the Media grid', (test) => {
  test('has on a touch screen a button that enlarges it, with a mark that is seen', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(120, 90)) });
    const page = await enterConversation(stage, ada, 'Ben', { isTouch: true });
    const mark = tiles(page)
      .getByRole('button', { name: /^Enlarge/ })
      .locator('svg');
    await mark.waitFor();
    const readColour = () => mark.evaluate((element) => getComputedStyle(element).color);
    expect(await readColour()).toBe('rgb(255, 255, 255)');
  });
});
