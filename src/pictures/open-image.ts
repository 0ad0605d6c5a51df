/**
 * Opens a picture in a new window that knows nothing of this one.
 * Only pictures: web addresses, blobs, and data URLs of pictures. Anything else (script addresses,
 * documents, SVG, which can carry scripts) is refused.
 */
import { decodePicture } from './decode-picture.ts';

/** How long a blob address must live for a slow new window to have read it. */
const BLOB_LIFE_MS = 60_000;

/** Returns whether a window was asked for; `false` means that the address is refused. */
export function openImage(address: string): boolean {
  const target = toOpenable(address);
  if (!target) return false;
  window.open(target, '_blank', 'noopener,noreferrer');
  if (target.startsWith('blob:') && target !== address) {
    setTimeout(() => URL.revokeObjectURL(target), BLOB_LIFE_MS);
  }
  return true;
}

function toOpenable(address: string): string | undefined {
  const picture = decodePicture(address);
  // Browsers refuse data URLs as the address of a window.
  if (picture) return URL.createObjectURL(picture);
  return /^(https?|blob):$/.test(readProtocol(address)) ? address : undefined;
}

function readProtocol(address: string): string {
  try {
    return new URL(address, document.baseURI).protocol;
  } catch {
    return '';
  }
}
