import { useRef, useState } from 'react';
import { type Crop, cropImage, WHOLE } from '../../pictures/crop-image.ts';
import { readImageFile } from '../../pictures/image-file.ts';
import { PROFILE_FIT } from '../../pictures/shrink-image.ts';
import { IMAGE_TYPES } from '../../protocol/entities.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { notify } from '../../ui/notify.ts';

interface Picked {
  file: File;
  /** All of it, as a data URL. */
  src: string;
}

const RULES = { types: IMAGE_TYPES, maxBytes: LIMITS.imageBytes, fit: PROFILE_FIT };

/** A new profile picture, while the person has picked one, and the part of it that they want. */
export function usePickedPicture() {
  const [picked, setPicked] = useState<Picked>();
  const [crop, setCrop] = useState(WHOLE);
  const reading = useRef<Promise<Picked | undefined>>(Promise.resolve(undefined));

  /** A file that will not do is refused with a notification; what was picked before stays. */
  async function pick(file: File) {
    const before = reading.current;
    const read = readImageFile(file, RULES)
      .then((src) => ({ file, src }))
      .catch((error: Error) => {
        notify.error(error.message);
        return before;
      });
    reading.current = read;
    const result = await read;
    // A file picked meanwhile comes first.
    if (reading.current !== read) return;
    if (result?.file === file) setCrop(WHOLE);
    setPicked(result);
  }

  return {
    /** All of it; undefined: none is picked. */
    picture: picked?.src,
    crop,
    setCrop,
    pick: (file: File) => void pick(file),
    drop(): void {
      reading.current = Promise.resolve(undefined);
      setPicked(undefined);
    },
    /** What is picked, as a data URL to send, once it is read. One that stays whole is shown from its middle. */
    async settle(): Promise<string | undefined> {
      const result = await reading.current;
      if (!result || isWhole(crop)) return result?.src;
      // From the file: what is shown may be too small to take a part of.
      const part = await cropImage(result.file, crop, PROFILE_FIT.maxSide);
      return readImageFile(part, RULES);
    },
  };
}

const isWhole = (crop: Crop): boolean =>
  crop.x === WHOLE.x && crop.y === WHOLE.y && crop.zoom === WHOLE.zoom;
