import { useEffect, useState, useSyncExternalStore } from 'react';

/**
 * The address of a small copy of a picture, or of the picture if that is good enough; undefined until it is known, and
 * while it is not wanted.
 */
export function useThumbnail(picture: string, isWanted: boolean): string | undefined {
  const ready = useSyncExternalStore(subscribeReady, () => findReady(picture));
  /** Without a network the code does not load: the picture itself is shown. */
  const [isUnavailable, setIsUnavailable] = useState(false);

  useEffect(() => {
    if (!isWanted) return;
    let isLeft = false;
    let release: (() => void) | undefined;
    import('./thumbnails.ts').then(
      ({ takeThumbnail }) => {
        if (!isLeft) release = takeThumbnail(picture);
      },
      () => setIsUnavailable(true),
    );
    return () => {
      isLeft = true;
      release?.();
    };
  }, [picture, isWanted]);

  return isWanted ? (ready ?? (isUnavailable ? picture : undefined)) : undefined;
}

/**
 * The known address to show for a picture: of its thumbnail, or its own. Separate from the code that makes thumbnails,
 * which loads on demand.
 */

const addresses = new Map<string, string>();
const listeners = new Set<() => void>();

export const findReady = (picture: string): string | undefined => addresses.get(picture);

/** Undefined: it is released. */
export function setReady(picture: string, address: string | undefined): void {
  if (address === undefined) addresses.delete(picture);
  else addresses.set(picture, address);
  for (const notify of listeners) notify();
}

function subscribeReady(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
