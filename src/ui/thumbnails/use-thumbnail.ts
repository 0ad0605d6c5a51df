import { useEffect, useState, useSyncExternalStore } from 'react';
import { findReady, subscribeReady } from './ready-thumbnails.ts';

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
