import { useEffect, useState } from 'react';
import { readyThumbnails } from './ready-thumbnails.ts';

interface Shown {
  picture: string;
  address: string;
}

/**
 * The address of a small copy of a picture, or of the picture itself where that does as well; undefined
 * until it is known, and while it is not wanted.
 */
export function useThumbnail(picture: string, isWanted: boolean): string | undefined {
  const [shown, setShown] = useState<Shown>();
  const ready = shown?.picture === picture ? shown.address : readyThumbnails.get(picture);
  const isTaken = isWanted || ready !== undefined;

  useEffect(() => {
    if (!isTaken) return;
    let isLeft = false;
    let release: (() => void) | undefined;
    const show = (address: string) => setShown({ picture, address });
    import('./thumbnails.ts').then(
      ({ takeThumbnail }) => {
        if (!isLeft) release = takeThumbnail(picture, show);
      },
      // Without a network its code does not come.
      () => !isLeft && show(picture),
    );
    return () => {
      isLeft = true;
      release?.();
    };
  }, [picture, isTaken]);

  return ready;
}
