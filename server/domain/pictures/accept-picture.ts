/**
 * Decides which pictures are accepted: PNG and JPEG, recognised by their bytes, complete, within the limits. Metadata
 * from cameras and programs is removed. Nothing is decoded, so a picture that would fill the memory when decoded costs
 * nothing here.
 */
import type { ImageType } from '../../../src/protocol/entities.ts';
import { DomainError } from '../errors.ts';
import { parseDataUrl } from './data-url.ts';
import { inspectJpeg, isJpeg } from './jpeg.ts';
import { inspectPng, isPng } from './png.ts';

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
  const { type, bytes } = parseDataUrl(dataUrl, limits.bytes);
  const isDeclaredType = type === 'image/png' ? isPng(bytes) : isJpeg(bytes);
  if (!isDeclaredType) throw new DomainError('invalid', 'Select a PNG or JPEG picture.');

  const inspected = type === 'image/png' ? inspectPng(bytes) : inspectJpeg(bytes);
  if (!inspected || inspected.width === 0 || inspected.height === 0) {
    throw new DomainError('invalid', 'The picture is damaged or cut off.');
  }
  const { width, height, orientation, kept } = inspected;
  if (width * height > limits.pixels) {
    const megapixels = Math.floor(limits.pixels / 1_000_000);
    throw new DomainError(
      'tooLarge',
      `The picture has too many pixels: at most ${megapixels} million.`,
    );
  }
  const upright = orientation >= 5 ? { width: height, height: width } : { width, height };
  return { bytes: Buffer.concat(kept), type, ...upright };
}
