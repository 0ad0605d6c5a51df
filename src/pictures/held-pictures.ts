/**
 * Pictures of messages that are held by the browser in place of the cache, under blob addresses. Each is let
 * go with its conversation. What becomes of a message for it is in `message-pictures.ts`.
 */
import type { UserId } from '../protocol/entities.ts';

interface Held {
  address: string;
  picture: Blob;
  /** Where the server has it, if that is an address: for whoever comes after this page. */
  served?: string;
}

/** By the message's id or, of one that is not sent yet, by its key. */
type Album = Map<string, Held>;

const albums = new Map<UserId, Album>();

/** The pictures that are held of one conversation. */
export const findAlbum = (peerId: UserId): Album | undefined => albums.get(peerId);

export const findHeld = (peerId: UserId, id: string): Readonly<Held> | undefined =>
  albums.get(peerId)?.get(id);

/** Returns the address under which a picture is held from now on. */
export function hold(peerId: UserId, id: string, picture: Blob): string {
  const album = albums.get(peerId) ?? new Map<string, Held>();
  albums.set(peerId, album);
  const known = album.get(id);
  if (known) return known.address;
  const address = URL.createObjectURL(picture);
  album.set(id, { address, picture });
  return address;
}

/** What leads to a picture from outside of this page, too: its address on the server, where it has one. */
export function findServed(address: string): string {
  const all = [...albums.values()].flatMap((album) => [...album.values()]);
  return all.find((held) => held.address === address)?.served ?? address;
}

export function release(album: Album, id: string): void {
  const held = album.get(id);
  if (held) URL.revokeObjectURL(held.address);
  album.delete(id);
}

/** The conversations are forgotten, and their pictures with them. */
export function releasePictures(isForgotten: (peerId: UserId) => boolean): void {
  for (const [peerId, album] of [...albums]) {
    if (!isForgotten(peerId)) continue;
    for (const id of [...album.keys()]) release(album, id);
    albums.delete(peerId);
  }
}
