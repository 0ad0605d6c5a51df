/** The worker of `shrink-image.ts`: one order in, one result out. */
import type { ShrinkOrder, ShrinkResult } from './shrink-image.ts';

/** Tried one after the other, until the file is small enough. */
const STEPS = [
  { scale: 1, quality: 0.85 },
  { scale: 1, quality: 0.7 },
  { scale: 0.75, quality: 0.7 },
  { scale: 0.5, quality: 0.6 },
  { scale: 0.25, quality: 0.6 },
];

self.addEventListener('message', async ({ data }: MessageEvent<ShrinkOrder>) => {
  self.postMessage(await shrink(data).catch((): ShrinkResult => null));
});

async function shrink({ file, maxBytes, maxSide }: ShrinkOrder): Promise<ShrinkResult> {
  // Decoded once, and turned the way its metadata says.
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const fit = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  for (const { scale, quality } of STEPS) {
    const smaller = await encode(bitmap, fit * scale, quality);
    if (smaller.size <= maxBytes) return smaller;
  }
  return null;
}

function encode(bitmap: ImageBitmap, scale: number, quality: number): Promise<Blob> {
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser cannot draw here.');
  // A JPEG has no see-through parts; without this they would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
