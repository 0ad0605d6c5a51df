/**
 * Pictures of messages that the browser holds under blob addresses, outside the cache. They are released with their
 * conversation. `message-pictures.ts` changes the messages accordingly.
 */
import type { UserId } from '../protocol/entities.ts';

interface Held {
  address: string;
  picture: Blob;
  /** Its address on the server, if it has one: for later pages. */
  served?: string;
}

/** By the message's id, or its key before it is sent. */
type Album = Map<string, Held>;

const albums = new Map<UserId, Album>();

/** The held pictures of one conversation. */
export const findAlbum = (peerId: UserId): Album | undefined => albums.get(peerId);

export const findHeld = (peerId: UserId, id: string): Readonly<Held> | undefined =>
  albums.get(peerId)?.get(id);

/** Returns the address of a picture that is held from now on. */
export function hold(peerId: UserId, id: string, picture: Blob): string {
  const album = albums.get(peerId) ?? new Map<string, Held>();
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
  return all.find((held) => held.address === address)?.served ?? address;
}

export function release(album: Album, id: string): void {
  const held = album.get(id);
  if (held) URL.revokeObjectURL(held.address);
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
