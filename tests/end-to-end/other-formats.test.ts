/** Pictures of formats that the server does not take: they are drawn anew before they are sent. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  enterConversation,
  eventually,
  messages,
  sendPicture,
  untilTold,
} from '../support/actions.ts';
import { makeFlowTest } from '../support/flow.ts';

/** Drawn in a browser; see-through in one half, or not. */
async function makeWebp(page: Page, isSeeThrough: boolean): Promise<Buffer> {
  const base64 = await page.evaluate(async (isHalf) => {
    const canvas = new OffscreenCanvas(60, 40);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('Nothing to draw on.');
    context.fillStyle = '#08a';
    context.fillRect(0, 0, isHalf ? 30 : 60, 40);
    const blob = await canvas.convertToBlob({ type: 'image/webp' });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  }, isSeeThrough);
  return Buffer.from(base64, 'base64');
}

const FRAME = '2c0000000001000100000202440100';
/** Two frames of one pixel. */
const GIF = Buffer.from(`47494638396101000100800000000000ffffff${FRAME}${FRAME}3b`, 'hex');

/** Type of the picture of the last message, as whoever received it gets it. */
const readType = (page: Page): Promise<string> =>
  messages(page, false)
    .last()
    .locator('.picture img')
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const { type } = await (await fetch(image.currentSrc)).blob();
      return `${type} ${image.naturalWidth}x${image.naturalHeight}`;
    });

const test = makeFlowTest('our server');

test('A picture of another format is sent as PNG where it can be seen through, else as JPEG; of an animation the first frame, which is said', async ({
  stage,
  ada,
  ben,
}) => {
  const page = await enterConversation(stage, ada, 'Ben');
  const bens = await enterConversation(stage, ben, 'Ada');
  const send = async (name: string, mimeType: string, buffer: Buffer) => {
    const before = await messages(bens, false).count();
    await sendPicture(page, { name, mimeType, buffer });
    await eventually(() => messages(bens, false).count(), before + 1);
  };
  await send('a.webp', 'image/webp', await makeWebp(page, true));
  expect(await readType(bens)).toBe('image/png 60x40');
  await send('b.webp', 'image/webp', await makeWebp(page, false));
  expect(await readType(bens)).toBe('image/jpeg 60x40');
  // As its name says wrongly.
  await send('c.png', 'image/png', GIF);
  await untilTold(page, 'their first frame');
  expect(await readType(bens)).toMatch(/^image\/(png|jpeg) 1x1$/);
});
