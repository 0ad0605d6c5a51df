/** The worker of `thumbnails.ts`: decodes each picture once, one at a time. */

/** A picture up to this many times larger is shown itself. */
const SMALL = 2;

let before: Promise<unknown> = Promise.resolve();

self.addEventListener('message', ({ data }: MessageEvent<ThumbnailOrder>) => {
  // A picture of twelve megapixels takes 48 MB while it is decoded.
  before = before.then(async () => {
    const thumbnail = await makeThumbnail(data).catch(() => null);
    self.postMessage({ id: data.id, thumbnail } satisfies ThumbnailResult);
  });
});

async function makeThumbnail({ picture, side }: ThumbnailOrder): Promise<Blob | null> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  try {
    const scale = side / Math.min(bitmap.width, bitmap.height);
    if (scale * SMALL > 1) return null;
    const width = Math.round(bitmap.width * scale);
    const height = Math.round(bitmap.height * scale);
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    // Transparency is kept.
    const type = picture.type === 'image/png' ? 'image/png' : 'image/jpeg';
    return await canvas.convertToBlob({ type, quality: 0.85 });
  } finally {
    bitmap.close();
  }
}

/** Types and constants shared by the page and the thumbnail worker. */

export interface ThumbnailOrder {
  id: number;
  picture: Blob;
  /** Target length of the shorter side, in device pixels. */
  side: number;
}

export interface ThumbnailResult {
  id: number;
  /** Null: the picture is not much larger than its thumbnail, or cannot be read here. */
  thumbnail: Blob | null;
}
