/**
 * Pictures of messages that the browser retains under blob addresses, outside the cache. They are released with their
 * conversation.
 */
import type { Message, UserId } from '../protocol/entities.ts';
import { decodePicture } from './decode-picture.ts';

interface Retained {
  address: string;
  picture: Blob;
  /** Its address on the server, if it has one: for later pages. */
  served?: string;
}

/** By the message's id, or its key before it is sent. */
type Album = Map<string, Retained>;

const albums = new Map<UserId, Album>();

export const findAlbum = (peerId: UserId): Album | undefined => albums.get(peerId);

export const findRetained = (peerId: UserId, id: string): Readonly<Retained> | undefined =>
  albums.get(peerId)?.get(id);

/** Returns the address of a picture that is retained from now on. */
export function retain(peerId: UserId, id: string, picture: Blob): string {
  const album = albums.get(peerId) ?? new Map<string, Retained>();
  albums.set(peerId, album);
  const known = album.get(id);
  if (known) return known.address;
  const address = URL.createObjectURL(picture);
  album.set(id, { address, picture });
  return address;
}

/** An address that is also valid outside this page: the one on the server, if any. */
export function findServed(address: string): string {
  const all = [...albums.values()].flatMap((album) => [...album.values()]);
  return all.find((retained) => retained.address === address)?.served ?? address;
}

export function release(album: Album, id: string): void {
  const retained = album.get(id);
  if (retained) URL.revokeObjectURL(retained.address);
  album.delete(id);
}

/** The conversations are dropped, and their pictures with them. */
export function releasePictures(isForgotten: (peerId: UserId) => boolean): void {
  for (const [peerId, album] of [...albums]) {
    if (!isForgotten(peerId)) continue;
    for (const id of [...album.keys()]) release(album, id);
    albums.delete(peerId);
  }
}

// Messages as the cache holds them: with blob addresses for pictures that a backend sends as data URLs, and for those
// that this person sends. Each is decoded once. Our server sends addresses for others' pictures.

/** Anything but a picture in base64 stays unchanged. */
export function retainPicture<Kind extends Message>(peerId: UserId, message: Kind): Kind {
  const { _id, image } = message;
  if (!image?.startsWith('data:')) return message;
  const address = findRetained(peerId, _id)?.address ?? retainDecoded(peerId, _id, image);
  return address === undefined ? message : { ...message, image: address };
}

function retainDecoded(peerId: UserId, id: string, image: string): string | undefined {
  const picture = decodePicture(image);
  return picture && retain(peerId, id, picture);
}

/** For a message that is being sent, by key. What is shown of it stays the same from now on. */
export function retainUnsent(peerId: UserId, key: string, image: string): void {
  if (!findRetained(peerId, key)) retainDecoded(peerId, key, image);
}

/** The message is sent: its picture is now retained under its id, whatever its address on the server is. */
export function retainSent<Kind extends Message>(peerId: UserId, key: string, message: Kind): Kind {
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

/** A message that this window has sent, whoever reports it: with the picture that is retained. */
export function showSent<Kind extends Message>(peerId: UserId, message: Kind): Kind {
  const retained = message.key === undefined ? undefined : findRetained(peerId, message._id);
  const isRetained = retained?.served !== undefined && retained.served === message.image;
  return isRetained ? { ...message, image: retained.address } : message;
}

export function releaseUnsent(peerId: UserId, key: string): void {
  const album = findAlbum(peerId);
  if (album) release(album, key);
}
