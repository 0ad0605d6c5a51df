import { LIMITS } from '../protocol/limits.ts';

const QUALITIES = [0.8, 0.6, 0.4, 0.2];

/** The middle of a profile picture, for lists. Undefined if it does not become small enough. */
export async function makeSmallPicture(picture: Blob): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  const canvas = document.createElement('canvas');
  canvas.width = LIMITS.smallPictureSide;
  canvas.height = LIMITS.smallPictureSide;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  const side = Math.min(bitmap.width, bitmap.height);
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  context.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  // JPEG would put black behind it.
  const isTransparent = data.some((value, at) => at % 4 === 3 && value < 255);
  for (const quality of isTransparent ? [1] : QUALITIES) {
    const type = isTransparent ? 'image/png' : 'image/jpeg';
    const small = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, type, quality),
    );
    // A browser without one of these types encodes another.
    if (small?.type === type && small.size <= LIMITS.smallPictureBytes) return small;
  }
  return undefined;
}
