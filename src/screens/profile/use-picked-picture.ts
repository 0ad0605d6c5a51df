import { useRef, useState } from 'react';
import { readImageFile } from '../../pictures/image-file.ts';
import { PROFILE_FIT } from '../../pictures/shrink-image.ts';
import { IMAGE_TYPES } from '../../protocol/entities.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { notify } from '../../ui/notify.ts';

type Picture = string | undefined;

/** A new profile picture, as a data URL, while the person has picked one. */
export function usePickedPicture() {
  const [picture, setPicture] = useState<Picture>();
  const reading = useRef<Promise<Picture>>(Promise.resolve(undefined));

  /** A file that will not do is refused with a notification; what was picked before stays. */
  async function pick(file: File) {
    const before = reading.current;
    const rules = { types: IMAGE_TYPES, maxBytes: LIMITS.imageBytes, fit: PROFILE_FIT };
    const read = readImageFile(file, rules).catch((error: Error) => {
      notify.error(error.message);
      return before;
    });
    reading.current = read;
    const result = await read;
    // A file picked meanwhile comes first.
    if (reading.current === read) setPicture(result);
  }

  return {
    picture,
    pick: (file: File) => void pick(file),
    /** What is picked, once it is read. */
    settle: () => reading.current,
  };
}
