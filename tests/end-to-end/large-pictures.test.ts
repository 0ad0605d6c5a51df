/** What becomes of pictures before they leave: small enough, upright, and telling nothing but themselves. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { box, isSend, messages, openConversation, readTold } from '../support/actions.ts';
import { makeFlowTest } from '../support/flow.ts';
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

async function sendFile(page: Page, file: ReturnType<typeof makePngFile>) {
  const sending = page.waitForRequest(isSend);
  await page.locator('input[type=file]').setInputFiles(file);
  return readSent(page, sending);
}

/** Presses Send. */
async function readSent(page: Page, sending = page.waitForRequest(isSend)) {
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const { image } = JSON.parse((await sending).postData() ?? '{}');
  const [head = '', data = ''] = String(image).split(',');
  return { head, bytes: Buffer.from(data, 'base64') };
}

const newest = (page: Page) => messages(page, true).locator('img[alt^="Image"]').last();

const readSize = (page: Page) =>
  newest(page).evaluate(async (img: HTMLImageElement) => {
    await img.decode();
    return { width: img.naturalWidth, height: img.naturalHeight };
  });

test('Pictures leave with at most 400 kB, upright and without the place where they were taken, and keep what can be read and seen through', async ({
  stage,
  ada,
  ben: _ben,
}) => {
  stage.expectTrouble(/ERR_FAILED/);
  const page = await stage.openWindow({ token: ada.token });
  await countDrawing(page);
  await page.goto('/');
  await openConversation(page, 'Ben');
  const jpeg = (buffer: Buffer) => ({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });

  // A photo of twelve megapixels. The page draws, decodes and encodes nothing: one can go on typing.
  const photo = await makePhoto(page);
  expect(photo.length).toBeGreaterThan(MAX_BYTES);
  expect(photo.includes(PLACE)).toBe(true);
  await page.evaluate(() => Object.assign(Reflect.get(window, 'counts'), { drawn: 0 }));
  const working = page.waitForEvent('worker');
  await page.locator('input[type=file]').setInputFiles(jpeg(photo));
  const workerUrl = (await working).url();
  await box(page).pressSequentially('Meanwhile');
  await page.getByRole('img', { name: 'Ready to send' }).waitFor();
  expect(await box(page).inputValue()).toBe('Meanwhile');
  expect(await page.evaluate(() => Reflect.get(window, 'counts'))).toEqual({ drawn: 0 });
  await box(page).fill('');
  const large = await readSent(page);
  expect(large.head).toBe('data:image/jpeg;base64');
  expect(large.bytes.length).toBeLessThanOrEqual(MAX_BYTES);
  for (const trace of ['Exif', PLACE]) expect(large.bytes.includes(trace)).toBe(false);
  const { width, height } = await readSize(page);
  expect(height / width).toBeCloseTo(4_000 / 3_000, 2);
  expect(height).toBeGreaterThanOrEqual(1_000);

  // A small one waits for what turns it, where that code does not come at once.
  let tries = 0;
  await page.route(workerUrl, (route) => {
    tries += 1;
    return tries === 1 ? route.abort() : route.continue();
  });
  const small = await makePhoto(page, 400, 300);
  expect(small.length).toBeLessThan(MAX_BYTES);
  expect((await sendFile(page, jpeg(small))).bytes.includes(PLACE)).toBe(false);
  expect(tries).toBe(2);
  await page.unroute(workerUrl);
  expect(await readSize(page)).toEqual({ width: 300, height: 400 });

  // What can be seen through stays a PNG.
  const drawing = await makeDrawing(page, 2_400, 1_800);
  expect(drawing.length).toBeGreaterThan(MAX_BYTES);
  const sent = await sendFile(page, { name: 'a.png', mimeType: 'image/png', buffer: drawing });
  expect(sent.head).toBe('data:image/png;base64');
  expect(sent.bytes.length).toBeLessThanOrEqual(MAX_BYTES);
  const size = await readSize(page);
  expect(size.width / size.height).toBeCloseTo(2_400 / 1_800, 1);
  const alpha = await newest(page).evaluate((img: HTMLImageElement) => {
    const context = document.createElement('canvas').getContext('2d');
    context?.drawImage(img, 0, 0, img.naturalWidth, img.naturalHeight, 0, 0, 100, 100);
    return context?.getImageData(90, 50, 1, 1).data[3];
  });
  expect(alpha).toBe(0);

  // The text of a long screenshot stays readable.
  const screenshot = await makeScreenshot(page, 1_080, 9_000);
  expect(screenshot.length).toBeGreaterThan(MAX_BYTES);
  const told = await readTold(page);
  await sendFile(page, { name: 'long.png', mimeType: 'image/png', buffer: screenshot });
  expect(await readSize(page)).toEqual({ width: 1_080, height: 9_000 });
  expect(await readTold(page)).toEqual(told);

  // One that cannot keep its details says so before it is sent.
  await page.locator('input[type=file]').setInputFiles(makePngFile('longer.png', 1_080, 40_000));
  await page.getByText(/It is sent with \d+ × 16384 pixels/).waitFor();
  await readSent(page);
  expect((await readSize(page)).height).toBe(16_384);

  // A browser that hides from trackers gives other pixels than were drawn: the picture leaves as it is.
  await page.route(workerUrl, async (route) => {
    const code = await (await route.fetch()).text();
    const hides =
      'OffscreenCanvasRenderingContext2D.prototype.getImageData = (x, y, w, h) => new ImageData(w, h);';
    await route.fulfill({ contentType: 'text/javascript', body: hides + code });
  });
  const kept = await sendFile(page, { name: 'a.png', mimeType: 'image/png', buffer: drawing });
  expect(kept.bytes.length).toBeGreaterThan(MAX_BYTES);
  expect(await readSize(page)).toEqual({ width: 2_400, height: 1_800 });
});
