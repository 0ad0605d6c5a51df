import type { UserId } from '../../../src/protocol/entities.ts';

/** Bytes of pictures that a person has sent in a day, which begins with the first of them. */
export interface PictureDay {
  bytes: number;
  /** Ms until it ends. */
  leftMs: number;
}

export interface PictureDayStore {
  /**
   * Adds bytes to a person's day, or takes them back where they are below 0; a day that is over begins anew. With 0 it
   * tells how it is.
   */
  addPictureBytes(day: { userId: UserId; bytes: number; dayMs: number }): Promise<PictureDay>;
}
