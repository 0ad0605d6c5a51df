/** Large pictures leave as small ones: scaled and encoded in the browser, upright, without metadata. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { enter, messages, openConversation } from '../support/actions.ts';
import { makePerson, register } from '../support/backends.ts';
import { makeFlowTest } from '../support/flow.ts';
import { makePngFile } from '../support/pictures.ts';

const test = makeFlowTest('our server');

/** Twelve megapixels as a camera held upright writes them: lying on their side, with a note to turn them. */
async function makePhoto(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4_000, 3_000);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('Nothing to draw on.');
    for (let index = 0; index < 20_000; index += 1) {
      context.fillStyle = `hsl(${(index * 37) % 360} 60% 50%)`;
      context.fillRect((index * 7_919) % 4_000, (index * 104_729) % 3_000, 60, 45);
    }
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 });
    const reader = new FileReader();
    await new Promise((resolve) => {
      reader.onload = resolve;
      reader.readAsDataURL(blob);
    });
    return String(reader.result).split(',')[1] ?? '';
  });
  const plain = Buffer.from(base64, 'base64');
  // Exif with one field, orientation, of value 6: turn a quarter to the right.
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0', 'latin1'),
    Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex'),
  ]);
  const segment = Buffer.concat([Buffer.of(0xff, 0xe1, 0, exif.length + 2), exif]);
  return Buffer.concat([plain.subarray(0, 2), segment, plain.subarray(2)]);
}

async function sendFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  const sending = page.waitForRequest((request) => request.url().includes('/messages/send/'));
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Send' }).click();
  const { image } = JSON.parse((await sending).postData() ?? '{}');
  const bytes = Buffer.from(String(image).split(',')[1] ?? '', 'base64');
  return { type: String(image).slice(5, 15), bytes };
}

test('A photo of twelve megapixels leaves with at most 400 kB, upright and without metadata', async ({
  stage,
  backend,
}) => {
  const ada = await register(backend, makePerson('Ada'));
  await register(backend, makePerson('Ben'));
  const page = await enter(stage, ada);
  await openConversation(page, 'Ben');
  const photo = await makePhoto(page);
  expect(photo.length).toBeGreaterThan(400_000);

  const sent = await sendFile(page, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
  expect(sent.type).toBe('image/jpeg');
  expect(sent.bytes.length).toBeLessThanOrEqual(400_000);
  expect(sent.bytes.includes('Exif')).toBe(false);

  const picture = messages(page, true).locator('img').last();
  await picture.waitFor();
  const size = await picture.evaluate(async (img: HTMLImageElement) => {
    await img.decode();
    return { width: img.naturalWidth, height: img.naturalHeight };
  });
  expect(size.height / size.width).toBeCloseTo(4_000 / 3_000, 2);
  expect(size.height).toBeGreaterThanOrEqual(1_000);
});

test('A small picture leaves as it is', async ({ stage, backend }) => {
  const ada = await register(backend, makePerson('Ada'));
  await register(backend, makePerson('Ben'));
  const page = await enter(stage, ada);
  await openConversation(page, 'Ben');
  const file = makePngFile('small.png');
  const sent = await sendFile(page, file);
  expect(sent.bytes.equals(file.buffer)).toBe(true);
});
