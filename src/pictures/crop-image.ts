import { LIMITS } from '../protocol/limits.ts';
import type { Size } from './image-file.ts';

/** A square part of a picture: its centre as shares of width and height, and how often it fits in the shorter side. */
export interface Crop {
  x: number;
  y: number;
  zoom: number;
}

export const WHOLE: Crop = { x: 0.5, y: 0.5, zoom: 1 };
export const MAX_ZOOM = 4;

/** It never reaches beyond the edges. */
export function keepInside({ x, y, zoom: wanted }: Crop, { width, height }: Size): Crop {
  const zoom = Math.min(MAX_ZOOM, Math.max(1, wanted));
  const side = Math.min(width, height) / zoom;
  const clamp = (share: number, length: number) =>
    Math.min(1 - side / 2 / length, Math.max(side / 2 / length, share));
  return { x: clamp(x, width), y: clamp(y, height), zoom };
}

/** Returns the part upright, as a PNG of at most `maxSide` pixels. Throws if the picture cannot be read. */
export async function cropImage(picture: Blob, crop: Crop, maxSide: number): Promise<File> {
  const { canvas } = await drawPart(picture, crop, (side) => Math.min(maxSide, side));
  const cropped = await encode(canvas, 'image/png');
  if (!cropped) throw new Error(NO_DRAWING);
  return new File([cropped], 'picture.png', { type: cropped.type });
}

/**
 * Whether a canvas, of two pixels, gives other ones than were drawn. Browsers that hide from trackers do so: a picture made
 * with it would be coloured stripes. A little noise does not matter.
 */
export function isAltered(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
): boolean {
  const drawn = new ImageData(Uint8ClampedArray.of(12, 130, 240, 255, 240, 12, 130, 255), 2, 1);
  context.putImageData(drawn, 0, 0);
  const { data } = context.getImageData(0, 0, 2, 1);
  return drawn.data.some((value, at) => Math.abs(value - (data[at] ?? 0)) > 8);
}

const NO_DRAWING = 'This browser does not let pages draw pictures.';

async function drawPart(picture: Blob, crop: Crop, toSide: (side: number) => number) {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  const side = Math.min(bitmap.width, bitmap.height) / crop.zoom;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [2, 1];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context || isAltered(context)) throw new Error(NO_DRAWING);
  canvas.width = Math.max(1, toSide(Math.round(side)));
  canvas.height = canvas.width;
  context.imageSmoothingQuality = 'high';
  const [left, top] = [crop.x * bitmap.width - side / 2, crop.y * bitmap.height - side / 2];
  context.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return { canvas, context };
}

/** A browser without this type encodes another. */
const encode = (canvas: HTMLCanvasElement, type: string, quality?: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));

const QUALITIES = [0.8, 0.6, 0.4, 0.2];

/** The middle of a profile picture, for lists. Undefined if it does not become small enough. */
export async function makeSmallPicture(picture: Blob): Promise<Blob | undefined> {
  const { canvas, context } = await drawPart(picture, WHOLE, () => LIMITS.smallPictureSide);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  // JPEG would put black behind it.
  const isTransparent = data.some((value, at) => at % 4 === 3 && value < 255);
  const type = isTransparent ? 'image/png' : 'image/jpeg';
  for (const quality of isTransparent ? [1] : QUALITIES) {
    const small = await encode(canvas, type, quality);
    if (small?.type === type && small.size <= LIMITS.smallPictureBytes) return small;
  }
  return undefined;
}
