/**
 * A picture -> the same one as it may be sent: upright, without metadata, within its `Fit`.
 * A small one keeps its bytes and only loses what is not seen; a large one is scaled and encoded
 * anew. All of it happens in a worker, one picture after the other, so that the page stays quick and
 * only one large picture is in memory.
 *
 * Throws when the picture cannot be read, or nothing here can make it fit to be sent: one with its
 * metadata would tell where it was taken.
 */
import { stripMetadata } from './strip-metadata.ts';

/** What a picture has to fit into. */
export interface Fit {
  maxBytes: number;
  /** In pixels. */
  maxSide: number;
}

/** What fills a large screen. */
const MESSAGE_FIT: Fit = { maxBytes: 400_000, maxSide: 2_048 };
/** An avatar in a list of many: it is never shown larger than the preview on its owner's profile. */
export const PROFILE_FIT: Fit = { maxBytes: 150_000, maxSide: 512 };

export interface ShrinkOrder extends Fit {
  file: Blob;
}

/** The picture to send, or null when the file is none that this browser can read. */
export type ShrinkResult = Blob | null;

let before: Promise<unknown> = Promise.resolve();

export function shrinkImage(file: Blob, fit: Fit = MESSAGE_FIT): Promise<Blob> {
  const shrunk = before.then(() => shrinkInTurn(file, fit));
  before = shrunk.catch(() => undefined);
  return shrunk;
}

async function shrinkInTurn(file: Blob, fit: Fit): Promise<Blob> {
  const shrunk = canUseWorker() ? await shrinkInWorker(file, fit) : await stripHere(file);
  if (!shrunk) throw new Error('This picture cannot be read.');
  return shrunk;
}

const canUseWorker = () => typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined';

/** A worker for each picture: what it took in memory goes with it. */
function shrinkInWorker(file: Blob, fit: Fit): Promise<ShrinkResult> {
  const worker = new Worker(new URL('./shrink-worker.ts', import.meta.url));
  return new Promise<ShrinkResult>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<ShrinkResult>) => resolve(data);
    // Its code did not come, as it happens without a network.
    worker.onerror = () => resolve(stripHere(file));
    worker.onmessageerror = () => resolve(null);
    const order: ShrinkOrder = { file, ...fit };
    worker.postMessage(order);
  }).finally(() => worker.terminate());
}

async function stripHere(file: Blob): Promise<ShrinkResult> {
  const stripped = stripMetadata(new Uint8Array(await file.arrayBuffer()));
  return stripped && new Blob(stripped.parts, { type: stripped.type });
}
