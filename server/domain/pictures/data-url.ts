/** Parses a picture from `data:image/png;base64,…` or `data:image/jpeg;base64,…`; nothing else is accepted. */
import { IMAGE_TYPES, type ImageType } from '../../../src/protocol/entities.ts';
import { DomainError } from '../errors.ts';

/** Bytes; a multiple of three, so that each piece is encoded as in the whole text. */
const PIECE = 3 * 16 * 1024;

/** Rejects with `invalid`, or with `tooLarge` before decoding. */
export function parseDataUrl(
  dataUrl: string,
  maxBytes: number,
): { type: ImageType; bytes: Buffer } {
  const type = IMAGE_TYPES.find((candidate) => dataUrl.startsWith(`data:${candidate};base64,`));
  if (!type) throw new DomainError('invalid', 'Select a PNG or JPEG picture.');

  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1);
  if (base64.length > Math.ceil(maxBytes / 3) * 4) throw tooLarge(maxBytes);
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0 || !isCanonical(base64, bytes)) {
    throw new DomainError('invalid', 'The picture did not arrive in one piece. Select it again.');
  }
  if (bytes.length > maxBytes) throw tooLarge(maxBytes);
  return { type, bytes };
}

/**
 * Node ignores invalid characters and extra bits at the end. Compared in pieces: a copy of the whole text would take
 * more memory than the picture.
 */
function isCanonical(base64: string, bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = bytes.toString('base64', at, at + PIECE);
    if (!base64.startsWith(piece, (at / 3) * 4)) return false;
  }
  return base64.length === Math.ceil(bytes.length / 3) * 4;
}

function tooLarge(maxBytes: number): DomainError {
  const kilobytes = Math.floor(maxBytes / 1024);
  const most =
    kilobytes < 1024 ? `${kilobytes} kB` : `${Math.floor((kilobytes / 1024) * 10) / 10} MB`;
  return new DomainError('tooLarge', `The picture is too large: at most ${most}.`);
}
