/** The way of a picture from a data URL to the store, checked, cleaned, kept once; and out of it again. */
import pLimit from 'p-limit';
import { DomainError } from './errors.ts';
import { acceptPicture } from './pictures/accept-picture.ts';
import type { PictureStore, StoredPicture } from './ports/pictures.ts';
import type { Report } from './ports/report.ts';

/** Pictures that are decoded and written at a time: each is in memory as text, as it came, and as it is kept. */
const AT_ONCE = 2;

/** Of one picture. */
export interface PictureLimits {
  bytes: number;
  pixels: number;
}

export interface PictureIntake {
  /**
   * Keeps the picture of a data URL, then writes the row that names it. The picture is dropped again when
   * the row fails or, as `isNamed` tells, does not name it; not while nobody knows whether it does. Rejects
   * with `invalid` or `tooLarge` for what is no acceptable picture.
   */
  keep<Row>(
    dataUrl: string,
    writeRow: (picture: StoredPicture) => Promise<Row>,
    isNamed: (row: Row) => boolean,
  ): Promise<Row>;
  /** Never rejects: a file that nobody names does no harm, and what it was for is done. */
  discard(id: string): Promise<void>;
}

export function createPictureIntake(ports: {
  pictures: PictureStore;
  limits: PictureLimits;
  report: Report;
}): PictureIntake {
  const { pictures, limits, report } = ports;
  const limitDecoding = pLimit(AT_ONCE);

  async function discard(id: string): Promise<void> {
    await pictures
      .discard(id)
      .catch((error: unknown) => report(error, 'picture without a name not deleted'));
  }

  return {
    async keep(dataUrl, writeRow, isNamed) {
      const picture = await limitDecoding(() => pictures.save(acceptPicture(dataUrl, limits)));
      try {
        const row = await writeRow(picture);
        if (!isNamed(row)) await discard(picture.id);
        return row;
      } catch (error) {
        const mayBeNamed = error instanceof DomainError && error.isOutcomeUnknown;
        if (!mayBeNamed) await discard(picture.id);
        throw error;
      }
    },
    discard,
  };
}
