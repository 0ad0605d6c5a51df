/** Photos as cameras write them, made in a browser on the spot. */
import type { Page } from 'playwright-core';

/** Where Exif says that a photo was taken, as its bytes read. */
export const PLACE = 'N 52 31 12';

/**
 * A photo of many colours, lying on its side with a note to turn it a quarter to the right and where
 * it was taken: upright it is as wide as `height`.
 */
export async function makePhoto(page: Page, width = 4_000, height = 3_000): Promise<Buffer> {
  const jpeg = await drawPicture(page, { width, height, type: 'image/jpeg', isSeeThrough: false });
  return Buffer.concat([jpeg.subarray(0, 2), makeExif(6), jpeg.subarray(2)]);
}

/** A drawing on no ground. */
export const makeDrawing = (page: Page, width: number, height: number): Promise<Buffer> =>
  drawPicture(page, { width, height, type: 'image/png', isSeeThrough: true });

/** A screenshot of a long page: lines of text on white. */
export async function makeScreenshot(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([width, height]) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      const context = canvas.getContext('2d');
      if (!context) throw new Error('Nothing to draw on.');
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
      context.fillStyle = '#222';
      context.font = '28px sans-serif';
      for (let y = 40; y < height; y += 36) {
        const words = `${(y * 7919) % 9973} words of line ${y}, which nobody can read when it is too small. `;
        context.fillText(words.repeat(Math.ceil(width / 1_000)), 20, y);
      }
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    [width, height] as const,
  );
  return Buffer.from(base64, 'base64');
}

interface PictureOptions {
  width: number;
  height: number;
  type: string;
  isSeeThrough: boolean;
}

async function drawPicture(page: Page, options: PictureOptions): Promise<Buffer> {
  const base64 = await page.evaluate(async ({ width, height, type, isSeeThrough }) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('Nothing to draw on.');
    const area = { width: isSeeThrough ? width / 2 : width, height };
    // A PNG keeps every edge: many small ones, nowhere alike, make it large.
    const patch = isSeeThrough ? { width: 4, height: 3 } : { width: 60, height: 45 };
    let state = 1;
    const draw = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let index = 0; index < (isSeeThrough ? 60_000 : 20_000); index += 1) {
      context.fillStyle = `hsl(${draw(360)} 60% 50%)`;
      context.fillRect(draw(area.width), draw(area.height), patch.width, patch.height);
    }
    if (isSeeThrough) context.clearRect(area.width, 0, area.width, height);
    const blob = await canvas.convertToBlob({ type, quality: 0.95 });
    const reader = new FileReader();
    await new Promise((resolve) => {
      reader.onload = resolve;
      reader.readAsDataURL(blob);
    });
    return String(reader.result).split(',')[1] ?? '';
  }, options);
  return Buffer.from(base64, 'base64');
}

/** Exif with the orientation, and a place behind it. */
export function makeExif(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(PLACE)]);
  const head = Buffer.of(0xff, 0xe1, 0, 0);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}
