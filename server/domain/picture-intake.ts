/** The way of a picture from a data URL to the store, checked, cleaned, kept once; and out of it again. */
import pLimit from 'p-limit';
import type { UserId } from '../../src/protocol/entities.ts';
import { DomainError } from './errors.ts';
import type { PictureAllowance } from './picture-allowance.ts';
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
   * with `invalid` or `tooLarge` for what is no acceptable picture, and with `noRoom`, for this person or for all.
   */
  keep<Row>(
    userId: UserId,
    dataUrl: string,
    writeRow: (picture: StoredPicture) => Promise<Row>,
    isNamed: (row: Row) => boolean,
  ): Promise<Row>;
  /** Never rejects: a file that nobody names does no harm, and what it was for is done. */
  discard(id: string): Promise<void>;
}

interface Saved {
  picture: StoredPicture;
  /** Bytes. */
  length: number;
}

export function createPictureIntake(ports: {
  pictures: PictureStore;
  allowance: PictureAllowance;
  limits: PictureLimits;
  report: Report;
}): PictureIntake {
  const { pictures, allowance, limits, report } = ports;
  const limitDecoding = pLimit(AT_ONCE);

  async function discard(id: string): Promise<void> {
    await pictures
      .discard(id)
      .catch((error: unknown) => report(error, 'picture without a name not deleted'));
  }

  async function save(accepted: Parameters<PictureStore['save']>[0]): Promise<StoredPicture> {
    try {
      return await pictures.save(accepted);
    } catch (error) {
      // The person is told that there is no room; whoever runs the server has to hear of it, too.
      if (error instanceof DomainError && error.code === 'noRoom')
        report(error, 'no room for pictures');
      throw error;
    }
  }

  async function giveBack(userId: UserId, bytes: number): Promise<void> {
    await allowance
      .giveBack(userId, bytes)
      .catch((error: unknown) => report(error, 'bytes of a picture not taken back'));
  }

  /** Decodes and saves, and counts the bytes. */
  async function accept(userId: UserId, dataUrl: string): Promise<Saved> {
    const accepted = acceptPicture(dataUrl, limits);
    const { length } = accepted.bytes;
    await allowance.spend(userId, length);
    try {
      return { picture: await save(accepted), length };
    } catch (error) {
      await giveBack(userId, length);
      throw error;
    }
  }

  return {
    async keep(userId, dataUrl, writeRow, isNamed) {
      const { picture, length } = await limitDecoding(() => accept(userId, dataUrl));
      let isKept = false;
      try {
        const row = await writeRow(picture);
        isKept = isNamed(row);
        return row;
      } catch (error) {
        isKept = error instanceof DomainError && error.isOutcomeUnknown;
        throw error;
      } finally {
        if (!isKept) {
          await discard(picture.id);
          await giveBack(userId, length);
        }
      }
    },
    discard,
  };
}
