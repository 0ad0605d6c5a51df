/** Saves a picture as a file. */
import { openImage } from './open-image.ts';

const ENDINGS: Record<string, string> = { 'image/png': '.png', 'image/jpeg': '.jpg' };

/** How long a blob address must stay valid for a slow disk. */
const BLOB_LIFE_MS = 60_000;

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
    setTimeout(() => URL.revokeObjectURL(local), BLOB_LIFE_MS);
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
