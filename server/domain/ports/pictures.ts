/** The pictures: bytes that rows name. */
import type { Readable } from 'node:stream';
import type { ImageType } from '../../../src/protocol/entities.ts';

/** A picture that is kept: `id` is the unguessable last part of its address. */
export interface StoredPicture {
  id: string;
  width: number;
  height: number;
}

export interface KeptPicture {
  type: ImageType;
  /** In bytes. */
  size: number;
  /** From `first` to `last`, both included; by default all. Read no faster than they are taken. */
  read(part?: { first: number; last: number }): Promise<Readable>;
}

export interface PictureStore {
  /** Keeps the bytes durably under a new unguessable id. Rejects with `noRoom` where that would leave messages none, or none can be kept at all. */
  save(picture: {
    bytes: Uint8Array;
    type: ImageType;
    width: number;
    height: number;
  }): Promise<StoredPicture>;
  find(id: string): Promise<KeptPicture | undefined>;
  /** Resolves when a picture could be kept now; rejects as `save` does. */
  checkRoom(): Promise<void>;
  /** Drops a picture that no row names. */
  discard(id: string): Promise<void>;
}

/**
 * Lets go of pictures that no row names, of those whose id begins with `prefix`, two hex digits. Called again
 * and again: what is found for the first time is only noted, and dropped a week later, unless it is named then.
 */
export type SweepPictures = (prefix: string) => Promise<void>;
