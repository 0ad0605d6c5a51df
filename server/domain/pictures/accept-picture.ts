/**
 * Decides which pictures are accepted: PNG and JPEG, recognised by their bytes, complete, within the limits. Metadata
 * from cameras and programs is removed. Nothing is decoded, so a picture that would fill the memory when decoded costs
 * nothing here.
 */
import type { ImageType } from '../../../src/protocol/entities.ts';
import { DomainError } from '../errors.ts';
import { inspectJpeg, inspectPng, isJpeg, isPng } from './inspect-picture.ts';

/** Ready to store; width and height are upright. */
interface AcceptedPicture {
  bytes: Buffer;
  type: ImageType;
  width: number;
  height: number;
}

/** Throws a DomainError `invalid` or `tooLarge` with the reason. */
export function acceptPicture(
  dataUrl: string,
  limits: { bytes: number; pixels: number },
): AcceptedPicture {
  const bytes = parseDataUrl(dataUrl, limits.bytes);
  if (!isPng(bytes) && !isJpeg(bytes)) throw new DomainError('invalid', UNFIT);

  const type = isPng(bytes) ? 'image/png' : 'image/jpeg';
  const inspected = type === 'image/png' ? inspectPng(bytes) : inspectJpeg(bytes);
  if (!inspected || inspected.width === 0 || inspected.height === 0) {
    throw new DomainError('invalid', 'The picture is damaged or cut off.');
  }
  const { width, height, orientation, kept } = inspected;
  if (width * height > limits.pixels) {
    const megapixels = Math.floor(limits.pixels / 1_000_000);
    const most = megapixels > 0 ? `${megapixels} million` : limits.pixels;
    throw new DomainError('tooLarge', `The picture has too many pixels: at most ${most}.`);
  }
  const upright = orientation >= 5 ? { width: height, height: width } : { width, height };
  return { bytes: Buffer.concat(kept), type, ...upright };
}

const UNFIT = 'Select a PNG or JPEG picture.';

/** The type comes from the ending of a file's name, which may be wrong, and some programs write `image/jpg`. */
const DATA_URL = /^data:image\/(?:png|jpe?g);base64,/i;

/** Rejects with `invalid`, or with `tooLarge` before decoding. */
function parseDataUrl(dataUrl: string, maxBytes: number): Buffer {
  if (!DATA_URL.test(dataUrl)) throw new DomainError('invalid', UNFIT);

  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1);
  if (base64.length > Math.ceil(maxBytes / 3) * 4) throw tooLarge(maxBytes);
  const bytes = decode(base64);
  if (!bytes || bytes.length === 0) {
    throw new DomainError('invalid', 'The picture did not arrive in one piece. Select it again.');
  }
  if (bytes.length > maxBytes) throw tooLarge(maxBytes);
  return bytes;
}

/** Undefined if the text is truncated, or is not the only way to write these bytes. */
function decode(base64: string): Buffer | undefined {
  try {
    const bytes = Uint8Array.fromBase64(base64, { lastChunkHandling: 'strict' });
    // White space was skipped.
    if (base64.length !== Math.ceil(bytes.length / 3) * 4) return undefined;
    return Buffer.from(bytes.buffer);
  } catch {
    return undefined;
  }
}

function tooLarge(maxBytes: number): DomainError {
  const kilobytes = Math.floor(maxBytes / 1024);
  const most =
    kilobytes < 1024 ? `${kilobytes} kB` : `${Math.floor((kilobytes / 1024) * 10) / 10} MB`;
  return new DomainError('tooLarge', `The picture is too large: at most ${most}.`);
}
