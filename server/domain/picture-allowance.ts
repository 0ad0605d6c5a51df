/**
 * Limits the bytes of pictures per person and day, including profile pictures, so that nobody fills the disk. Bytes are
 * counted before a picture is stored, since many may arrive at once, and taken back if it is not stored.
 */
import type { UserId } from '../../src/protocol/entities.ts';
import { DomainError } from './errors.ts';
import type { Clock } from './ports/clock.ts';
import type { PictureDay, PictureDayStore } from './ports/picture-days.ts';

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
      const { bytes, leftMs } = limit > 0 ? await add(userId, 0) : { bytes: 0, leftMs: 0 };
      return { bytes, endsAt: clock() + leftMs, limit };
    },
  };
}
