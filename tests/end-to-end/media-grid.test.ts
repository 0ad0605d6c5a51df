/** Pictures far larger than they are shown: small copies, made beside the page's work, in whatever engine. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { about, enter, eventually, openConversation, row } from '../support/actions.ts';
import { type Backend, callApi, type Member, sendByCall } from '../support/backends.ts';
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

const readWidths = async (page: Page, count: number) => {
  const sizes = await Promise.all(
    Array.from({ length: count }, (_, index) => readSize(page, index)),
  );
  return sizes.map(({ width }) => width);
};

/** Ben sends Ada pictures of these widths, 700 high. */
async function sendLarge(backend: Backend, from: Member, to: Member, widths: number[]) {
  for (const [index, width] of widths.entries()) {
    const image = makeDataUrl(makePng(width, 700, [40 * index, 120, 90]));
    await sendByCall(backend, from, to, { image });
  }
}

/** Ends the worker that it stands in, at a picture of 777 pixels. */
const FRAIL = `{
  const { createImageBitmap } = self;
  self.createImageBitmap = async (...given) => {
    const bitmap = await createImageBitmap(...given);
    if (bitmap.width !== 777) return bitmap;
    setTimeout(() => { throw Error('Too much for a worker'); });
    return new Promise(() => {});
  };
};
`;

/** Sums what the grid has asked the browser to decode, in pixels. */
const countPixels = (page: Page) =>
  about(page, 'Ben')
    .locator('li img')
    .evaluateAll((images) =>
      images
        .map((image) => (image instanceof HTMLImageElement ? image : new Image()))
        .reduce((sum, { naturalWidth, naturalHeight }) => sum + naturalWidth * naturalHeight, 0),
    );

describeFlow('The Media grid', (test) => {
  test('shows large pictures by thumbnails, and only those near its view', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    const maker = await stage.openWindow();
    await sendPhotos(maker, backend, ben, ada);
    const page = await enter(stage, ada);
    await openConversation(page, 'Ben');
    await eventually(() => tiles(page).count(), COUNT + 1);
    // The newest is small, and shown as it is.
    expect(await readSize(page, 0)).toEqual({ width: 120, height: 90 });
    const { width, height } = await readSize(page, 1);
    expect(width).toBe(128);
    expect(height / width).toBeCloseTo(LARGE.height / LARGE.width, 1);
    const address = await shown(page, 1).getAttribute('src');
    expect(address).toMatch(/^blob:/);
    expect(await shown(page, COUNT).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Image from Ben/ }).count()).toBeGreaterThan(
      COUNT,
    );

    await tiles(page).nth(COUNT).scrollIntoViewIfNeeded();
    expect(await readSize(page, COUNT)).toEqual({ width, height });
    await eventually(() => shown(page, 1).count(), 0);
    expect(await countPixels(page)).toBeLessThan(COUNT * width * height);
    // Those that were there before are not made again.
    await tiles(page).nth(0).scrollIntoViewIfNeeded();
    await eventually(() => shown(page, 1).getAttribute('src'), address);
  });

  test('shows the pictures themselves where the browser can scale none', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(900, 700)) });
    const page = await stage.openWindow({ token: ada.token });
    await page.addInitScript(() => Reflect.deleteProperty(window, 'OffscreenCanvas'));
    await page.goto('/');
    await openConversation(page, 'Ben');
    expect(await readSize(page, 0)).toEqual({ width: 900, height: 700 });
  });

  test('shows by itself a picture at which the worker ends, and all others by thumbnails', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    stage.expectTrouble(/Too much for a worker/);
    await sendLarge(backend, ben, ada, [900, 900, 777, 900, 777, 900]);
    const page = await stage.openWindow({ token: ada.token });
    await page.route('**/*.js', async (route) => {
      const response = await route.fetch();
      const code = await response.text();
      const isWorker = code.includes('createImageBitmap') && code.includes('convertToBlob');
      await route.fulfill({ response, body: isWorker ? FRAIL + code : code });
    });
    await page.goto('/');
    await openConversation(page, 'Ben');
    expect(await readWidths(page, 6)).toEqual([165, 777, 165, 777, 165, 165]);
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
    const page = await enter(stage, ada);
    await openConversation(page, 'Ben');
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
    const page = await enter(stage, ada, { isTouch: true });
    await openConversation(page, 'Ben');
    const mark = tiles(page)
      .getByRole('button', { name: /^Enlarge/ })
      .locator('svg');
    await mark.waitFor();
    const readColour = () => mark.evaluate((element) => getComputedStyle(element).color);
    expect(await readColour()).toBe('rgb(255, 255, 255)');
  });
});

describeFlow('An avatar of many pixels', (test) => {
  test('is shown by a thumbnail wherever it stands', async ({ stage, backend, ada, ben }) => {
    const profilePic = makeDataUrl(makePng(1_200, 1_000, [200, 80, 40]));
    const body = { fullName: 'Ben', bio: ben.bio, profilePic };
    await callApi(backend, 'PUT', '/auth/update-profile', { token: ben.token, body });
    const page = await enter(stage, ada);
    await openConversation(page, 'Ben');
    const avatars = [row(page, 'Ben').locator('img'), about(page, 'Ben').locator('span > img')];
    for (const avatar of avatars) {
      const width = () => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth);
      await eventually(width, Math.round((128 * 1_200) / 1_000));
    }
  });
});
