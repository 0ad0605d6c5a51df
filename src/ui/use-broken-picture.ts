import { useEffect, useState } from 'react';

/** The event that asks for another try. */
export const RETRY = 'retry-pictures';

/**
 * Whether a picture did not load, and how to say so. The element goes with it: one that comes anew loads
 * anew.
 */
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
