/** The worker of `image-file.ts`: one order in, one result out. */
import { isAltered } from './crop-image.ts';
import type { Fit, ShrinkOrder, ShrinkResult, Size } from './image-file.ts';
import { isJpeg, stripMetadata } from './strip-metadata.ts';

/** Tried in order, until the file is small enough. */
const JPEG_STEPS = [
  { scale: 1, quality: 0.85 },
  { scale: 1, quality: 0.7 },
  { scale: 1, quality: 0.55 },
  { scale: 0.75, quality: 0.7 },
  { scale: 0.5, quality: 0.6 },
  { scale: 0.25, quality: 0.6 },
  { scale: 0.125, quality: 0.5 },
];
/** PNG has no quality setting. */
const PNG_STEPS = [1, 0.7, 0.5, 0.35, 0.25, 0.18, 0.12, 0.08].map((scale) => ({
  scale,
  quality: 1,
}));

/** Longest side in pixels at which a picture is checked for transparency. */
const GLANCE_SIDE = 512;

/** The most that phones draw and decode safely, in pixels. */
const MAX_PIXELS = 16_000_000;
/** The longest side that all browsers can draw, in pixels. */
const MAX_LENGTH = 16_384;
/** A picture of this many pixels has `maxBytes`; each pixel more has these bytes. */
const USUAL_PIXELS = 2_048 * 1_536;
const BYTES_PER_PIXEL = 0.35;
/** With this shorter side, a reader misses no text of a screenshot. In pixels. */
const READABLE_SIDE = 1_080;

self.addEventListener('message', async ({ data }: MessageEvent<ShrinkOrder>) => {
  self.postMessage(await shrink(data).catch((): ShrinkResult => null));
});

async function shrink({ file, ...fit }: ShrinkOrder): Promise<ShrinkResult> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const stripped = stripMetadata(bytes);
  const asItIs = stripped && { picture: new Blob(stripped.parts, { type: stripped.type }) };
  if (file.size <= fit.maxBytes && stripped && stripped.pixels <= MAX_PIXELS) return asItIs;
  if (isAltered(contextOf(new OffscreenCanvas(2, 1)))) return asItIs;
  // Decoded once, and turned by its metadata.
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const keepsPng = !isJpeg(bytes) && isSeeThrough(bitmap);
  const type = keepsPng ? 'image/png' : 'image/jpeg';
  const wholeScale = findScale(bitmap, fit);
  const maxBytes = allowBytes(bitmap, wholeScale, fit);
  if (wholeScale === 1 && file.size <= maxBytes && asItIs) return asItIs;
  for (const { scale, quality } of keepsPng ? PNG_STEPS : JPEG_STEPS) {
    const canvas = draw(bitmap, wholeScale * scale, keepsPng ? undefined : '#fff');
    const smaller = await canvas.convertToBlob({ type, quality });
    if (smaller.size > maxBytes) continue;
    return { picture: smaller, ...(isMissed(bitmap, canvas) && { reduced: sizeOf(canvas) }) };
  }
  return null;
}

/** How much smaller a picture becomes. Its length counts little, so that a long one stays as wide as it is. */
function findScale({ width, height }: Size, { maxSide }: Fit): number {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  return Math.min(
    1,
    maxSide / shorter,
    Math.sqrt(MAX_PIXELS / (width * height)),
    MAX_LENGTH / longer,
  );
}

function allowBytes({ width, height }: Size, scale: number, { maxBytes }: Fit): number {
  const more = width * height * scale ** 2 - USUAL_PIXELS;
  return maxBytes + Math.max(0, more) * BYTES_PER_PIXEL;
}

function isMissed(before: Size, after: Size): boolean {
  const shorter = Math.min(before.width, before.height);
  return Math.min(after.width, after.height) < Math.min(shorter, READABLE_SIDE);
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height });

/** On a `ground` if the result cannot be transparent: those parts would become black. */
function draw(bitmap: ImageBitmap, scale: number, ground?: string): OffscreenCanvas {
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = contextOf(canvas);
  if (ground) {
    context.fillStyle = ground;
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}

function isSeeThrough(bitmap: ImageBitmap): boolean {
  const scale = Math.min(1, GLANCE_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = draw(bitmap, scale);
  const { data } = contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height);
  // Red, green, blue, alpha.
  return data.some((value, index) => index % 4 === 3 && value < 255);
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw here.');
  return context;
}
