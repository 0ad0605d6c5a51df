import type { UserId } from '../../../src/protocol/entities.ts';

/** Bytes of pictures that a person has sent in a day, which begins with the first picture. */
export interface PictureDay {
  bytes: number;
  /** Ms until it ends. */
  leftMs: number;
}

export interface PictureDayStore {
  /**
   * Adds bytes to a person's day, or subtracts them if negative; a day that has ended begins again. 0 only reads it.
   */
  addPictureBytes(day: { userId: UserId; bytes: number; dayMs: number }): Promise<PictureDay>;
}
