/** Takes a picture from a data URL to the store: checks it, cleans it, stores it once. Also deletes pictures. */
import pLimit from 'p-limit';
import type { UserId } from '../../src/protocol/entities.ts';
import { DomainError } from './errors.ts';
import { acceptPicture } from './pictures/accept-picture.ts';
import type { PictureDay, PictureDayStore, PictureStore, StoredPicture } from './ports/pictures.ts';
import type { Clock, Report } from './ports/store.ts';

/** Pictures decoded and written at the same time: each is in memory as text, as received and as stored. */
const AT_ONCE = 2;

export interface PictureLimits {
  bytes: number;
  pixels: number;
}

export type PictureIntake = ReturnType<typeof createPictureIntake>;

interface Saved {
  picture: StoredPicture;
  /** In bytes, as counted. */
  length: number;
}

/** The smallest file takes a block of the disk, and one of its files. */
const countBytes = (bytes: number): number => Math.max(bytes, 4096);

export function createPictureIntake(ports: {
  pictures: PictureStore;
  allowance: PictureAllowance;
  limits: PictureLimits;
  report: Report;
}) {
  const { pictures, allowance, limits, report } = ports;
  const limitDecoding = pLimit(AT_ONCE);

  /** Never rejects: an unnamed file does no harm, and the action it belongs to is done. */
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
  async function accept(userId: UserId, dataUrl: string, most: PictureLimits): Promise<Saved> {
    const accepted = acceptPicture(dataUrl, most);
    const length = countBytes(accepted.bytes.length);
    await allowance.spend(userId, length);
    try {
      return { picture: await save(accepted), length };
    } catch (error) {
      await giveBack(userId, length);
      throw error;
    }
  }

  /** Counts like a picture that is sent: a database without links stores it again. */
  async function share(userId: UserId, shared: StoredPicture): Promise<Saved | undefined> {
    const found = await pictures.find(shared.id);
    if (!found) return undefined;
    const length = countBytes(found.size);
    await allowance.spend(userId, length);
    let picture: StoredPicture | undefined;
    try {
      picture = await pictures.share(shared);
    } finally {
      if (!picture) await giveBack(userId, length);
    }
    return picture && { picture, length };
  }

  async function nameIt<Row>(
    userId: UserId,
    { picture, length }: Saved,
    writeRow: (picture: StoredPicture) => Promise<Row>,
    isNamed: (row: Row) => boolean,
  ): Promise<Row> {
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
  }

  return {
    /**
     * Stores the picture of a data URL, then writes the row that names it. The picture is deleted again if the row fails,
     * or does not name it (`isNamed`), but not if the outcome is unknown. Rejects with `invalid` or `tooLarge` for a
     * picture that is not accepted, and with `noRoom` if this person or the server has no room.
     */
    async keep<Row>(
      userId: UserId,
      dataUrl: string,
      writeRow: (picture: StoredPicture) => Promise<Row>,
      isNamed: (row: Row) => boolean,
      most = limits,
    ): Promise<Row> {
      const saved = await limitDecoding(() => accept(userId, dataUrl, most));
      return nameIt(userId, saved, writeRow, isNamed);
    },

    /** The same for a picture that is stored already. Resolves to undefined if it is gone. */
    async keepShared<Row>(
      userId: UserId,
      picture: StoredPicture,
      writeRow: (picture: StoredPicture) => Promise<Row>,
      isNamed: (row: Row) => boolean,
    ): Promise<Row | undefined> {
      const saved = await share(userId, picture);
      return saved && nameIt(userId, saved, writeRow, isNamed);
    },

    discard,
  };
}

// Limits the bytes of pictures per person and day, including profile pictures, so that nobody fills the disk. Bytes are
// counted before a picture is stored, since many may arrive at once, and taken back if it is not stored.

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

export type PictureAllowance = ReturnType<typeof createPictureAllowance>;

export function createPictureAllowance(ports: {
  store: PictureDayStore;
  clock: Clock;
  /** 0 means no limit. */
  bytesPerDay: number;
}) {
  const { store, clock, bytesPerDay: limit } = ports;

  const add = (userId: UserId, bytes: number): Promise<PictureDay> =>
    store.addPictureBytes({ userId, bytes, dayMs: DAY_MS });

  return {
    /** Rejects with `noRoom` if that exceeds the limit of a day. */
    async spend(userId: UserId, bytes: number): Promise<void> {
      if (limit === 0) return;
      const day = await add(userId, bytes);
      if (day.bytes <= limit) return;
      await add(userId, -bytes);
      const hours = Math.ceil(day.leftMs / HOUR_MS);
      throw new DomainError(
        'noRoom',
        `That is more than the ${Math.floor(limit / 1e6)} MB of pictures that you may send in a day. Pictures can be sent again ${hours > 1 ? `in ${hours} hours` : 'within an hour'}, texts at any time.`,
        { retryAfter: Math.ceil(day.leftMs / 1000) },
      );
    },

    async giveBack(userId: UserId, bytes: number): Promise<void> {
      if (limit > 0) await add(userId, -bytes);
    },

    /** Bytes sent in the current day, and when it ends. A limit of 0 means none. */
    async read(userId: UserId): Promise<{ bytes: number; endsAt: number; limit: number }> {
      const { bytes, leftMs } =
        limit > 0 ? await store.readPictureDay({ userId, dayMs: DAY_MS }) : { bytes: 0, leftMs: 0 };
      return { bytes, endsAt: clock() + leftMs, limit };
    },
  };
}
