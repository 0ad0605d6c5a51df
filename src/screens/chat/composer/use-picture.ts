import { useEffect, useState } from 'react';
import { checkImageFile, readImageFile } from '../../../lib/image-file.ts';
import { IMAGE_TYPES } from '../../../protocol/entities.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { notify } from '../../../ui/notify.ts';

const RULES = { types: IMAGE_TYPES, maxBytes: LIMITS.imageBytes };

/** A picture that was chosen and not sent yet. */
export interface Picture {
  /** What an `<img>` shows at once. */
  preview: string;
  /** The data URL that is sent; reading a large file takes a moment. */
  data: Promise<string>;
}

/** The picture in the box. A file that cannot be sent is refused with a sentence and leaves it as it is. */
export function usePicture() {
  const [picture, setPicture] = useState<Picture | null>(null);

  useEffect(() => {
    const preview = picture?.preview;
    return () => {
      if (preview?.startsWith('blob:')) URL.revokeObjectURL(preview);
    };
  }, [picture]);

  const takeFile = (file: File) => {
    try {
      checkImageFile(file, RULES);
    } catch (error) {
      notifyOf(error);
      return;
    }
    const data = readImageFile(file, RULES);
    const taken: Picture = { preview: URL.createObjectURL(file), data };
    setPicture(taken);
    data.catch((error) => {
      notifyOf(error);
      setPicture((current) => (current === taken ? null : current));
    });
  };
  const restore = (dataUrl: string) =>
    setPicture({ preview: dataUrl, data: Promise.resolve(dataUrl) });
  const remove = () => setPicture(null);
  return { picture, takeFile, restore, remove };
}

function notifyOf(error: unknown): void {
  notify.error(error instanceof Error ? error.message : String(error));
}
