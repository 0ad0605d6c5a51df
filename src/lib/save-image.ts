/** Saves a picture as a file under `fileName`; the browser adds the ending of its type. */
import { openImage } from './open-image.ts';

export function saveImage(address: string, fileName: string): void {
  const url = new URL(address, document.baseURI);
  const isOwn = url.origin === location.origin || /^(blob|data):$/.test(url.protocol);
  if (!isOwn) {
    // Browsers save nothing of another site by a link, and would leave this page for it.
    openImage(address);
    return;
  }
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
}
