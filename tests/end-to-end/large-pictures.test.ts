/** What becomes of pictures before they leave: small enough, upright, and telling nothing but themselves. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  box,
  enterConversation,
  eventually,
  messages,
  openConversation,
  sendText,
} from '../support/actions.ts';
import { type Backend, makePerson, register } from '../support/backends.ts';
import type { Stage } from '../support/browser.ts';
import { describeFlow, makeFlowTest } from '../support/flow.ts';
import { makeDrawing, makePhoto, makeScreenshot, PLACE } from '../support/photos.ts';
import { makePngFile } from '../support/pictures.ts';

const MAX_BYTES = 400_000;

const test = makeFlowTest('our server');

/** Counts in the page, not in its workers, whatever draws, decodes or encodes a picture. */
async function countDrawing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counts = { drawn: 0 };
    Object.assign(window, { counts });
    const watch = (owner: object, name: string) => {
      const before: unknown = Reflect.get(owner, name);
      if (typeof before !== 'function') throw new Error(`There is no ${name}.`);
      Reflect.set(owner, name, function watched(this: unknown, ...given: unknown[]) {
        counts.drawn += 1;
        return Reflect.apply(before, this, given);
      });
    };
    watch(window, 'createImageBitmap');
    watch(HTMLCanvasElement.prototype, 'getContext');
    watch(OffscreenCanvas.prototype, 'getContext');
    watch(OffscreenCanvas.prototype, 'convertToBlob');
  });
}

/** Ada, with her conversation with Ben open. */
async function openBox({ stage, backend }: { stage: Stage; backend: Backend }): Promise<Page> {
  const ada = await register(backend, makePerson('Ada'));
  await register(backend, makePerson('Ben'));
  const page = await enterConversation(stage, ada, 'Ben');
  return page;
}

async function sendFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  const sending = page.waitForRequest((request) => request.url().includes('/messages/send/'));
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Send' }).click();
  const { image } = JSON.parse((await sending).postData() ?? '{}');
  const [head = '', data = ''] = String(image).split(',');
  return { head, bytes: Buffer.from(data, 'base64') };
}

async function readSize(page: Page) {
  const picture = messages(page, true).locator('img[alt^="Image"]').last();
  await picture.waitFor();
  return picture.evaluate(async (img: HTMLImageElement) => {
    await img.decode();
    return { width: img.naturalWidth, height: img.naturalHeight };
  });
}

describeFlow('A photo of twelve megapixels', (test) => {
  test('leaves with at most 400 kB, upright and without the place where it was taken', async ({
    stage,
    backend,
  }) => {
    const page = await openBox({ stage, backend });
    const photo = await makePhoto(page);
    expect(photo.length).toBeGreaterThan(MAX_BYTES);
    expect(photo.includes(PLACE)).toBe(true);
    const sent = await sendFile(page, {
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      buffer: photo,
    });
    expect(sent.head).toBe('data:image/jpeg;base64');
    expect(sent.bytes.length).toBeLessThanOrEqual(MAX_BYTES);
    expect(sent.bytes.includes('Exif')).toBe(false);
    expect(sent.bytes.includes(PLACE)).toBe(false);
    const size = await readSize(page);
    expect(size.height / size.width).toBeCloseTo(4_000 / 3_000, 2);
    expect(size.height).toBeGreaterThanOrEqual(1_000);
  });
});

test('A long screenshot keeps its size, so that its text stays readable', async ({
  stage,
  backend,
}) => {
  const page = await openBox({ stage, backend });
  const screenshot = await makeScreenshot(page, 1_080, 9_000);
  expect(screenshot.length).toBeGreaterThan(MAX_BYTES);
  await sendFile(page, { name: 'long.png', mimeType: 'image/png', buffer: screenshot });
  expect(await readSize(page)).toEqual({ width: 1_080, height: 9_000 });
  expect(await page.getByText('too large to keep its details').count()).toBe(0);
});

test('A picture that cannot keep its details says so before it is sent', async ({
  stage,
  backend,
}) => {
  const page = await openBox({ stage, backend });
  const screenshot = makePngFile('longer.png', 1_080, 40_000);
  await page.locator('input[type=file]').setInputFiles(screenshot);
  await page.getByText(/It is sent with \d+ × 16384 pixels/).waitFor();
  expect(await messages(page, true).count()).toBe(0);
  await page.getByRole('button', { name: 'Send' }).click();
  expect((await readSize(page)).height).toBe(16_384);
});

test('All of that happens in a worker: the page draws, decodes and encodes nothing, and one can go on typing', async ({
  stage,
  backend,
}) => {
  const ada = await register(backend, makePerson('Ada'));
  await register(backend, makePerson('Ben'));
  const maker = await stage.openWindow();
  const photo = await makePhoto(maker);
  const page = await stage.openWindow({ token: ada.token });
  await countDrawing(page);
  await page.goto('/');
  await openConversation(page, 'Ben');
  await page.evaluate(() => Object.assign(Reflect.get(window, 'counts'), { drawn: 0 }));
  const working = page.waitForEvent('worker');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
  await working;
  await box(page).pressSequentially('Meanwhile');
  await page.getByRole('img', { name: 'Ready to send' }).waitFor();
  expect(await box(page).inputValue()).toBe('Meanwhile');
  expect(await page.evaluate(() => Reflect.get(window, 'counts'))).toEqual({ drawn: 0 });
});

test('A photo that is to be turned waits for what turns it, where its code does not come at once', async ({
  stage,
  backend,
}) => {
  stage.expectTrouble(/ERR_FAILED/);
  const page = await openBox({ stage, backend });
  const photo = await makePhoto(page, 400, 300);
  const working = page.waitForEvent('worker');
  await sendFile(page, makePngFile('first.png'));
  let tries = 0;
  await page.route((await working).url(), (route) => {
    tries += 1;
    return tries === 1 ? route.abort() : route.continue();
  });
  const { bytes } = await sendFile(page, {
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: photo,
  });
  expect(tries).toBe(2);
  expect(bytes.includes(PLACE)).toBe(false);
});

test('A drawing with see-through parts stays a PNG, also when it is made smaller', async ({
  stage,
  backend,
}) => {
  const page = await openBox({ stage, backend });
  const drawing = await makeDrawing(page, 2_400, 1_800);
  expect(drawing.length).toBeGreaterThan(MAX_BYTES);
  const sent = await sendFile(page, {
    name: 'drawing.png',
    mimeType: 'image/png',
    buffer: drawing,
  });
  expect(sent.head).toBe('data:image/png;base64');
  expect(sent.bytes.length).toBeLessThanOrEqual(MAX_BYTES);
  const size = await readSize(page);
  expect(size.width / size.height).toBeCloseTo(2_400 / 1_800, 1);
  const alpha = await messages(page, true)
    .locator('img[alt^="Image"]')
    .last()
    .evaluate((img: HTMLImageElement) => {
      const context = document.createElement('canvas').getContext('2d');
      context?.drawImage(img, 0, 0, img.naturalWidth, img.naturalHeight, 0, 0, 100, 100);
      return context?.getImageData(90, 50, 1, 1).data[3];
    });
  expect(alpha).toBe(0);
});

test('A small photo is turned upright and loses its metadata, too', async ({ stage, backend }) => {
  const page = await openBox({ stage, backend });
  const photo = await makePhoto(page, 400, 300);
  expect(photo.length).toBeLessThan(MAX_BYTES);
  const sent = await sendFile(page, { name: 'small.jpg', mimeType: 'image/jpeg', buffer: photo });
  expect(sent.bytes.includes(PLACE)).toBe(false);
  expect(await readSize(page)).toEqual({ width: 300, height: 400 });
});

test('A picture on its way shows how much of it has left', async ({ stage, backend }) => {
  const page = await openBox({ stage, backend });
  const photo = await makePhoto(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: 200_000,
  });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByRole('img', { name: 'Ready to send' }).waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  const ring = page.getByRole('progressbar', { name: 'Sending picture' });
  await ring.and(page.locator('[aria-valuenow]')).waitFor();
  await page.locator('[data-state=sent]').waitFor();
  expect(await ring.count()).toBe(0);

  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: 5_000,
  });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'wrong.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByRole('img', { name: 'Ready to send' }).waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await ring.and(page.locator('[aria-valuenow]')).waitFor();
  await page.getByRole('button', { name: 'Cancel this picture' }).click();
  await ring.waitFor({ state: 'detached' });
  await sendText(page, 'the next one');
  await page.getByText('the next one').waitFor();
  await eventually(() => page.locator('[data-state=sent]').count(), 2);
});
