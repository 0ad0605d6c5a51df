import { useEffect, useState } from 'react';

/** The event that requests a retry. */
const RETRY = 'retry-pictures';

/** Retries all pictures on the screen that failed to load. */
export function retryBrokenPictures(): void {
  window.dispatchEvent(new Event(RETRY));
}

/** Whether a picture failed to load, and a function to report it. A retry creates a new element, which loads again. */
export function useBrokenPicture(address: string): [isBroken: boolean, noteBroken: () => void] {
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
