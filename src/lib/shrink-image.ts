/**
 * A large picture -> a smaller one of the same look: upright, without metadata, at most
 * `SHRUNK_BYTES`. Decoding, scaling and encoding happen in a worker, so that the page stays quick.
 *
 * A picture that is small already stays as it is; so does one that cannot be shrunk here, because
 * the browser lacks the means or does not understand the file: whether it can be sent at all is then
 * for the server to say.
 */

/** Most bytes of a picture as it is sent. */
export const SHRUNK_BYTES = 400_000;
/** Longest side in pixels: what fills a large screen. */
export const SHRUNK_SIDE = 2_048;

export interface ShrinkOrder {
  file: Blob;
  maxBytes: number;
  maxSide: number;
}

/** The smaller picture, or null when there is none. */
export type ShrinkResult = Blob | null;

export async function shrinkImage(file: Blob): Promise<Blob> {
  if (file.size <= SHRUNK_BYTES || !canShrink()) return file;
  return (await shrinkInWorker(file)) ?? file;
}

const canShrink = () =>
  typeof Worker !== 'undefined' &&
  typeof OffscreenCanvas !== 'undefined' &&
  typeof createImageBitmap !== 'undefined';

/** A worker for each picture: what it took in memory goes with it. */
function shrinkInWorker(file: Blob): Promise<ShrinkResult> {
  const worker = new Worker(new URL('./shrink-worker.ts', import.meta.url));
  return new Promise<ShrinkResult>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<ShrinkResult>) => resolve(data);
    worker.onerror = () => resolve(null);
    worker.onmessageerror = () => resolve(null);
    const order: ShrinkOrder = { file, maxBytes: SHRUNK_BYTES, maxSide: SHRUNK_SIDE };
    worker.postMessage(order);
  }).finally(() => worker.terminate());
}
