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

// Saves a picture as a file.

const ENDINGS: Record<string, string> = { 'image/png': '.png', 'image/jpeg': '.jpg' };

/** How long a blob address must stay valid for a slow disk. */
const SAVED_LIFE_MS = 60_000;

/** `fileName` has no extension; the picture's type decides it. */
export async function saveImage(address: string, fileName: string): Promise<void> {
  const { origin } = new URL(address, document.baseURI);
  const written = /^data:([^;,]+)/.exec(address)?.[1];
  if (written !== undefined) {
    download(address, fileName + (ENDINGS[written] ?? ''));
  } else if (origin === location.origin) {
    // Blobs of this page have its origin too.
    await saveOwn(address, fileName);
  } else {
    // Browsers do not save files of other sites by a link, and would leave this page.
    openImage(address);
  }
}

async function saveOwn(address: string, fileName: string): Promise<void> {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error('There is no such picture.');
    const picture = await response.blob();
    const local = URL.createObjectURL(picture);
    download(local, fileName + (ENDINGS[picture.type] ?? ''));
    setTimeout(() => URL.revokeObjectURL(local), SAVED_LIFE_MS);
  } catch {
    // The browser then shows the download's error.
    download(address, fileName);
  }
}

function download(address: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
}
