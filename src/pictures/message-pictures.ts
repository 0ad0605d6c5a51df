/**
 * Messages as the cache holds them: with blob addresses for pictures that a backend sends as data URLs, and for those
 * that this person sends. Each is decoded once. Our server sends addresses for others' pictures.
 */

import { mapInSlices } from '../lib/map-in-slices.ts';
import type { Message, UserId } from '../protocol/entities.ts';
import { decodePicture } from './decode-picture.ts';
import { findAlbum, findHeld, hold, release } from './held-pictures.ts';

/** Anything but a picture in base64 stays unchanged. */
export function holdPicture<Kind extends Message>(peerId: UserId, message: Kind): Kind {
  const { _id, image } = message;
  if (!image?.startsWith('data:')) return message;
  const address = findHeld(peerId, _id)?.address ?? holdDecoded(peerId, _id, image);
  return address === undefined ? message : { ...message, image: address };
}

/** The same for a list. */
export async function holdPictures<Kind extends Message>(
  peerId: UserId,
  messages: readonly Kind[],
): Promise<readonly Kind[]> {
  if (!messages.some(({ image }) => image?.startsWith('data:'))) return messages;
  return mapInSlices(messages, (message) => holdPicture(peerId, message));
}

function holdDecoded(peerId: UserId, id: string, image: string): string | undefined {
  const picture = decodePicture(image);
  return picture && hold(peerId, id, picture);
}

/** For a message that is being sent, by key. What is shown of it stays the same from now on. */
export function holdUnsent(peerId: UserId, key: string, image: string): void {
  if (!findHeld(peerId, key)) holdDecoded(peerId, key, image);
}

/** The message is sent: its picture is now held under its id, whatever its address on the server is. */
export function holdSent<Kind extends Message>(peerId: UserId, key: string, message: Kind): Kind {
  const album = findAlbum(peerId);
  const unsent = album?.get(key);
  const { _id, image } = message;
  if (!album || !unsent || image === undefined) return message;
  album.delete(key);
  // The message may have arrived before its answer.
  release(album, _id);
  album.set(_id, image.startsWith('data:') ? unsent : { ...unsent, served: image });
  return { ...message, image: unsent.address };
}

/** The message will not be sent. */
export function releaseUnsent(peerId: UserId, key: string): void {
  const album = findAlbum(peerId);
  if (album) release(album, key);
}
