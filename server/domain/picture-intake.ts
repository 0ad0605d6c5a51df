/** Takes a picture from a data URL to the store: checks it, cleans it, stores it once. Also deletes pictures. */
import pLimit from 'p-limit';
import type { UserId } from '../../src/protocol/entities.ts';
import { DomainError } from './errors.ts';
import type { PictureAllowance } from './picture-allowance.ts';
import { acceptPicture } from './pictures/accept-picture.ts';
import type { PictureStore, StoredPicture } from './ports/pictures.ts';
import type { Report } from './ports/report.ts';

/** Pictures decoded and written at the same time: each is in memory as text, as received and as stored. */
const AT_ONCE = 2;

/** For one picture. */
export interface PictureLimits {
  bytes: number;
  pixels: number;
}

export interface PictureIntake {
  /**
   * Stores the picture of a data URL, then writes the row that names it. The picture is deleted again if the row fails,
   * or does not name it (`isNamed`), but not if the outcome is unknown. Rejects with `invalid` or `tooLarge` for a
   * picture that is not accepted, and with `noRoom` if this person or the server has no room.
   */
  keep<Row>(
    userId: UserId,
    dataUrl: string,
    writeRow: (picture: StoredPicture) => Promise<Row>,
    isNamed: (row: Row) => boolean,
  ): Promise<Row>;
  /** Never rejects: an unnamed file does no harm, and the action it belongs to is done. */
  discard(id: string): Promise<void>;
}

interface Saved {
  picture: StoredPicture;
  /** In bytes. */
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
      // The person gets the error; the operator must learn of it too.
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

  /** Decodes, counts and stores the picture. */
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
