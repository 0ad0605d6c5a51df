import { useRef, useState } from 'react';
import { type Crop, cropImage, WHOLE } from '../../pictures/crop-image.ts';
import { readImageFile } from '../../pictures/image-file.ts';
import { PROFILE_FIT } from '../../pictures/shrink-image.ts';
import { IMAGE_TYPES } from '../../protocol/entities.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { notify } from '../../ui/notify.ts';

interface Picked {
  file: File;
  /** The whole picture, as a data URL. */
  src: string;
}

const RULES = { types: IMAGE_TYPES, maxBytes: LIMITS.imageBytes, fit: PROFILE_FIT };

/** A new profile picture that the person has chosen, and its selected part. */
export function usePickedPicture() {
  const [picked, setPicked] = useState<Picked>();
  const [crop, setCrop] = useState(WHOLE);
  const reading = useRef<Promise<Picked | undefined>>(Promise.resolve(undefined));

  /** A file that cannot be used is refused with a notification; the previous choice stays. */
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
    // A file chosen meanwhile comes first.
    if (reading.current !== read) return;
    if (result?.file === file) setCrop(WHOLE);
    setPicked(result);
  }

  return {
    /** The whole picture; undefined: none is chosen. */
    picture: picked?.src,
    crop,
    setCrop,
    pick: (file: File) => void pick(file),
    drop(): void {
      reading.current = Promise.resolve(undefined);
      setPicked(undefined);
    },
    /** The selected part as a data URL to send, when it has been read. A whole picture is shown from its middle. */
    async settle(): Promise<string | undefined> {
      const result = await reading.current;
      if (!result || isWhole(crop)) return result?.src;
      // From the file: the shown picture may be too small for cropping.
      const part = await cropImage(result.file, crop, PROFILE_FIT.maxSide);
      return readImageFile(part, RULES);
    },
  };
}

const isWhole = (crop: Crop): boolean =>
  crop.x === WHOLE.x && crop.y === WHOLE.y && crop.zoom === WHOLE.zoom;
