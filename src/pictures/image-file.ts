/**
 * Converts a chosen file to a data URL of the picture as it may be sent, upright and without
 * metadata. Sizes are in bytes. The caller decides about sizes; a file may be larger than the sent picture. Of a
 * file's name only that it says picture counts: its format is what its bytes are. Throws errors whose `message` is for
 * people.
 */
import { LIMITS } from '../protocol/limits.ts';
import { stripMetadata } from './strip-metadata.ts';

class UnfitPictureError extends Error {
  override name = 'UnfitPictureError';
}

const sentences = {
  // Spec section 8.
  notAnImage: 'Select an image file',
  tooLarge: (maxBytes: number) =>
    `This picture is too large. The most is ${formatMegabytes(maxBytes)}.`,
  unreadable: 'This picture can’t be read. PNG, JPEG, WebP, GIF and AVIF can be sent.',
};

interface ImageRules {
  /** Of the sent picture. */
  maxBytes: number;
  /** The size to which a large picture is reduced; absent: that of a message. */
  fit?: Fit;
  /** Called if the sent picture lacks details of the original that a reader may miss. */
  onReduced?: (size: Size) => void;
}

/** A larger file is not read at all: cameras make far smaller ones. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** Throws for a file that cannot be accepted, before reading it. */
export function checkImageFile(file: File): void {
  if (!file.type.startsWith('image/')) throw new UnfitPictureError(sentences.notAnImage);
  if (file.size > MAX_FILE_BYTES) throw new UnfitPictureError(sentences.tooLarge(MAX_FILE_BYTES));
}

export async function readImageFile(file: File, rules: ImageRules): Promise<string> {
  checkImageFile(file);
  const { picture, reduced } = await shrinkImage(file, rules.fit).catch((cause) => {
    throw new UnfitPictureError(sentences.unreadable, { cause });
  });
  if (picture.size > rules.maxBytes)
    throw new UnfitPictureError(sentences.tooLarge(rules.maxBytes));
  if (reduced) rules.onReduced?.(reduced);
  return readDataUrl(picture);
}

export function readDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () =>
      reject(new UnfitPictureError(sentences.unreadable, { cause: reader.error }));
    reader.readAsDataURL(file);
  });
}

function formatMegabytes(bytes: number): string {
  return `${Math.floor((bytes / 1024 / 1024) * 10) / 10} MB`;
}

/** Whether a picture is animated. Reads its first bytes, or a GIF's frames, without decoding. */
export async function isAnimated(file: Blob): Promise<boolean> {
  const start = new DataView(await file.slice(0, 21).arrayBuffer());
  if (readName(start, 0) === 'GIF8') return hasTwoFrames(new DataView(await file.arrayBuffer()));
  return isAnimatedWebp(start) || readName(start, 8) === 'avis';
}

/** An extended file with the animation flag. */
const isAnimatedWebp = (view: DataView): boolean =>
  view.byteLength > 20 && readName(view, 12) === 'VP8X' && (view.getUint8(20) & 0x02) !== 0;

const EXTENSION = 0x21;
const FRAME = 0x2c;

/** Walks through the blocks of a GIF to the second frame. */
function hasTwoFrames(view: DataView): boolean {
  let frames = 0;
  for (let at = 13 + tableSize(view.getUint8(10)); at < view.byteLength; ) {
    const block = view.getUint8(at);
    if (block === EXTENSION) at = skipParts(view, at + 2);
    else if (block === FRAME) {
      frames += 1;
      if (frames > 1) return true;
      // Position and size, own colours, code size.
      at = skipParts(view, at + 11 + tableSize(view.getUint8(at + 9)));
    } else return false;
  }
  return false;
}

/** Bytes of a colour table, if the flags announce one. */
const tableSize = (flags: number): number =>
  (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);

/** Each part begins with its length; an empty one is the last. */
function skipParts(view: DataView, start: number): number {
  let at = start;
  while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
  return at + 1;
}

const readName = (view: DataView, at: number): string =>
  view.byteLength < at + 4
    ? ''
    : String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));

// Converts a picture to one that may be sent: upright, without metadata, within its `Fit`. A small one keeps its
// bytes except invisible parts. A large one is scaled and encoded again; so is one of another format than PNG and
// JPEG, as PNG if it has transparency. A worker does this, one picture after the other, so that the page stays fast
// and only one large picture is in memory. Throws if the picture cannot be read, or cannot be made ready here: its
// metadata would show where it was taken.

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

interface Shrunk {
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

function shrinkImage(file: Blob, fit: Fit = MESSAGE_FIT): Promise<Shrunk> {
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
