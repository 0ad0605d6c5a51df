import { useEffect, useState } from 'react';

/** The event that requests a retry. */
const RETRY = 'retry-pictures';

export function retryBrokenPictures(): void {
  window.dispatchEvent(new Event(RETRY));
}

/** Whether a picture failed to load, and a function to report it. A retry creates a new element, which loads again. */
export function useBrokenPicture(address: string): [isBroken: boolean, reportBroken: () => void] {
  const [broken, setBroken] = useState<string>();
  const isBroken = broken === address;
  useEffect(() => {
    if (!isBroken) return;
    const retry = () => setBroken(undefined);
    window.addEventListener(RETRY, retry);
    return () => window.removeEventListener(RETRY, retry);
  }, [isBroken]);
  return [isBroken, () => setBroken(address)];
}

/** Addresses from which pictures may be shown; any other is treated as broken. */

const SHOWN = /^(?:https?:|blob:|data:image\/(?!svg))/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Web addresses, also relative ones, blobs, and data URLs of pictures; an SVG counts as a document. */
export function isPictureAddress(address: string): boolean {
  // Browsers ignore these anywhere in a scheme.
  const start = address.slice(0, 200).replace(/[^\x21-\x7e]/g, '');
  return SHOWN.test(start) || !SCHEME.test(start);
}
