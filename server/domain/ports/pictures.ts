/** The pictures: bytes that rows refer to. */
import type { Readable } from 'node:stream';
import type { ImageType, UserId } from '../../../src/protocol/entities.ts';

/** A stored picture; `id` is the unguessable last part of its address. */
export interface StoredPicture {
  id: string;
  width: number;
  height: number;
}

export interface KeptPicture {
  type: ImageType;
  /** In bytes. */
  size: number;
  /** Reads no faster than the consumer. */
  read(): Promise<Readable>;
}

export interface PictureStore {
  /** Stores the bytes durably under a new unguessable id. Rejects with `noRoom`, also to leave room for messages. */
  save(picture: {
    bytes: Uint8Array;
    type: ImageType;
    width: number;
    height: number;
  }): Promise<StoredPicture>;
  /** The same picture under another id, or undefined if it is gone. Rejects like `save`. */
  share(picture: StoredPicture): Promise<StoredPicture | undefined>;
  find(id: string): Promise<KeptPicture | undefined>;
  /** Resolves if a picture could be stored now; otherwise rejects like `save`. */
  checkRoom(): Promise<void>;
  /** Deletes a picture that no row names. */
  discard(id: string): Promise<void>;
}

/**
 * Deletes pictures that no row names, among those whose id begins with `prefix`, two hex digits. The first call that
 * finds one only records it; a week later it is deleted if it is still unnamed.
 */
export type SweepPictures = (prefix: string) => Promise<void>;

/** Bytes of pictures that a person has sent in a day, which begins with the first picture. */
export interface PictureDay {
  bytes: number;
  leftMs: number;
}

export interface PictureDayStore {
  /** Adds bytes to a person's day, or subtracts them if negative; a day that has ended begins again. */
  addPictureBytes(day: { userId: UserId; bytes: number; dayMs: number }): Promise<PictureDay>;
  /** Works also while nothing can be stored. */
  readPictureDay(day: { userId: UserId; dayMs: number }): Promise<PictureDay>;
}
