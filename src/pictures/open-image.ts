/**
 * Opens a picture in a new window without access to this one. Only pictures: web addresses, blobs, and data URLs of
 * pictures. Everything else (script addresses, documents, SVG, which can contain scripts) is refused.
 */
import { decodePicture } from './decode-picture.ts';

/** How long a blob address must stay valid for a slow new window. */
const BLOB_LIFE_MS = 60_000;

/** Returns whether a window was requested; `false` means that the address is refused. */
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
