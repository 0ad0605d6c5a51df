/**
 * Converts a picture to one that may be sent: upright, without metadata, within its `Fit`. A small one keeps its bytes
 * except invisible parts. A large one is scaled and encoded again; so is one of another format than PNG and JPEG, as
 * PNG if it has transparency. A worker does this, one picture after the other, so that the page stays fast and only one
 * large picture is in memory.
 *
 * Throws if the picture cannot be read, or cannot be made ready here: its metadata would show where it was taken.
 */
import { LIMITS } from '../protocol/limits.ts';
import { stripMetadata } from './strip-metadata.ts';

/** The limits of a picture. A long one, such as a screenshot of a whole page, may have more bytes for its length. */
export interface Fit {
  maxBytes: number;
  /** The shorter side, in pixels. */
  maxSide: number;
}

/** Fills a large screen; text of a long screenshot stays readable. */
const MESSAGE_FIT: Fit = { maxBytes: 400_000, maxSide: 1_536 };
/** An avatar in a long list: it is never shown larger than the preview on its owner's profile. */
export const PROFILE_FIT: Fit = { maxBytes: 150_000, maxSide: 512 };

export interface ShrinkOrder extends Fit {
  file: Blob;
}

/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

export interface Shrunk {
  picture: Blob;
  /** Its size, if details have been lost that a reader may miss. */
  reduced?: Size;
}

/** Null if this browser cannot read the file. */
export type ShrinkResult = Shrunk | null;

/** How long to wait for the worker's code, in ms: most photos of phones need it. */
const AGAIN_AFTER_MS = [1_000, 3_000, 9_000];

const NO_CODE = Symbol('the code of the worker did not come');

let before: Promise<unknown> = Promise.resolve();

export function shrinkImage(file: Blob, fit: Fit = MESSAGE_FIT): Promise<Shrunk> {
  const shrunk = before.then(() => shrinkInTurn(file, fit));
  before = shrunk.catch(() => undefined);
  return shrunk;
}

async function shrinkInTurn(file: Blob, fit: Fit): Promise<Shrunk> {
  const shrunk = canUseWorker() ? await shrinkInWorkers(file, fit) : await stripHere(file);
  if (!shrunk) throw new Error('This picture cannot be read.');
  return shrunk;
}

const canUseWorker = () => typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined';

async function shrinkInWorkers(file: Blob, fit: Fit): Promise<ShrinkResult> {
  for (const waitMs of AGAIN_AFTER_MS) {
    const shrunk = await shrinkInWorker(file, fit);
    if (shrunk !== NO_CODE) return shrunk;
    const stripped = await stripHere(file);
    if (stripped && stripped.picture.size <= LIMITS.imageBytes) return stripped;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return stripHere(file);
}

/** One worker per picture: its memory is released with it. */
function shrinkInWorker(file: Blob, fit: Fit): Promise<ShrinkResult | typeof NO_CODE> {
  const worker = new Worker(new URL('./shrink-worker.ts', import.meta.url));
  return new Promise<ShrinkResult | typeof NO_CODE>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<ShrinkResult>) => resolve(data);
    // For example without a network.
    worker.onerror = () => resolve(NO_CODE);
    worker.onmessageerror = () => resolve(null);
    const order: ShrinkOrder = { file, ...fit };
    worker.postMessage(order);
  }).finally(() => worker.terminate());
}

async function stripHere(file: Blob): Promise<ShrinkResult> {
  const stripped = stripMetadata(new Uint8Array(await file.arrayBuffer()));
  if (!stripped || stripped.pixels > LIMITS.imagePixels) return null;
  return { picture: new Blob(stripped.parts, { type: stripped.type }) };
}
