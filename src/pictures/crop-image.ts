/** A square part of a picture: its centre as shares of width and height, and how often it fits in the shorter side. */
export interface Crop {
  x: number;
  y: number;
  zoom: number;
}

export const WHOLE: Crop = { x: 0.5, y: 0.5, zoom: 1 };
export const MAX_ZOOM = 4;

interface Size {
  width: number;
  height: number;
}

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
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  const side = Math.min(bitmap.width, bitmap.height) / crop.zoom;
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.min(maxSide, Math.round(side)));
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw here.');
  context.imageSmoothingQuality = 'high';
  const [left, top] = [crop.x * bitmap.width - side / 2, crop.y * bitmap.height - side / 2];
  context.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const cropped = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!cropped) throw new Error('This browser cannot draw here.');
  return new File([cropped], 'picture.png', { type: cropped.type });
}
