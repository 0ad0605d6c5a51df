/** The way of a picture from a data URL to the store: checked, cleaned, kept once. */
import { acceptPicture } from './pictures/accept-picture.ts';
import type { PictureStore, StoredPicture } from './ports.ts';

/** Of one picture. */
export interface PictureLimits {
  bytes: number;
  pixels: number;
}

export interface PictureIntake {
  /**
   * Keeps the picture of a data URL, then writes the row that names it. The picture is dropped again when
   * the row fails or, as `isNamed` tells, does not name it. Rejects with `invalid` or `tooLarge` for what
   * is no acceptable picture.
   */
  keep<Row>(
    dataUrl: string,
    writeRow: (picture: StoredPicture) => Promise<Row>,
    isNamed: (row: Row) => boolean,
  ): Promise<Row>;
}

export function createPictureIntake(ports: {
  pictures: PictureStore;
  limits: PictureLimits;
}): PictureIntake {
  const { pictures, limits } = ports;
  return {
    async keep(dataUrl, writeRow, isNamed) {
      const picture = await pictures.save(acceptPicture(dataUrl, limits));
      try {
        const row = await writeRow(picture);
        if (!isNamed(row)) await discardQuietly(picture.id);
        return row;
      } catch (error) {
        await discardQuietly(picture.id);
        throw error;
      }
    },
  };

  /** A file that nobody names does no harm; the answer matters more. */
  async function discardQuietly(id: string): Promise<void> {
    await pictures.discard(id).catch(() => {});
  }
}
