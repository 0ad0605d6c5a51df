/**
 * Pictures that are held by the browser in place of the cache, whose messages then name a blob address:
 * those that a backend sends whole, as data URLs, and those that this person sends. Each is decoded once,
 * and let go with its conversation. What our server answers for others' pictures are addresses already.
 */
import type { Message, UserId } from '../protocol/entities.ts';

interface Held {
  address: string;
  picture: Blob;
  /** Where the server has it, if that is an address: for whoever comes after this page. */
  served?: string;
}

const DATA_PICTURE = /^data:(image\/(?:png|jpeg));base64,/;
/** How long decoding goes on before something else has its turn, in ms. */
const SLICE_MS = 8;

/** By conversation, then by the message's id or, of one that is not sent yet, by its key. */
const heldByPeer = new Map<UserId, Map<string, Held>>();

/** The message as the cache holds it. What is no picture in base64 stays as it is. */
export function holdPicture<Kind extends Message>(peerId: UserId, message: Kind): Kind {
  const { _id, image } = message;
  const type = image && DATA_PICTURE.exec(image)?.[1];
  if (!type) return message;
  const address = heldByPeer.get(peerId)?.get(_id)?.address ?? decode(peerId, _id, image, type);
  return address === undefined ? message : { ...message, image: address };
}

/** The same for many, with pauses for whatever else there is to do. */
export async function holdPictures<Kind extends Message>(
  peerId: UserId,
  messages: readonly Kind[],
): Promise<readonly Kind[]> {
  if (!messages.some(({ image }) => image?.startsWith('data:'))) return messages;
  const holding: Kind[] = [];
  let began = performance.now();
  for (const message of messages) {
    if (performance.now() - began > SLICE_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      began = performance.now();
    }
    holding.push(holdPicture(peerId, message));
  }
  return holding;
}

/** Undefined for what is not base64. */
function decode(peerId: UserId, id: string, image: string, type: string): string | undefined {
  try {
    const data = atob(image.slice(image.indexOf(',') + 1));
    const bytes = new Uint8Array(data.length);
    // By far the quickest way: a picture may be megabytes.
    for (let at = 0; at < data.length; at += 1) bytes[at] = data.charCodeAt(at);
    return hold(peerId, id, new Blob([bytes], { type }));
  } catch {
    return undefined;
  }
}

/** Answers the address under which a picture is held from now on. */
export function hold(peerId: UserId, id: string, picture: Blob): string {
  const held = heldByPeer.get(peerId) ?? new Map<string, Held>();
  heldByPeer.set(peerId, held);
  const known = held.get(id);
  if (known) return known.address;
  const address = URL.createObjectURL(picture);
  held.set(id, { address, picture });
  return address;
}

export const findHeld = (peerId: UserId, id: string): Readonly<Held> | undefined =>
  heldByPeer.get(peerId)?.get(id);

/** Of a message with a key that is being sent. What is shown of it stays the same from here on. */
export function holdUnsent(peerId: UserId, key: string, image: string): void {
  const type = DATA_PICTURE.exec(image)?.[1];
  if (type && !findHeld(peerId, key)) decode(peerId, key, image, type);
}

/** The message is sent: its picture goes on under its id, wherever the server has put it. */
export function holdSent<Kind extends Message>(peerId: UserId, key: string, message: Kind): Kind {
  const held = heldByPeer.get(peerId);
  const unsent = held?.get(key);
  const { _id, image } = message;
  if (!held || !unsent || image === undefined) return message;
  held.delete(key);
  // It may have come before its answer.
  release(held, _id);
  held.set(_id, image.startsWith('data:') ? unsent : { ...unsent, served: image });
  return { ...message, image: unsent.address };
}

/** The message will not be sent. */
export function releaseUnsent(peerId: UserId, key: string): void {
  const held = heldByPeer.get(peerId);
  if (held) release(held, key);
}

/** The conversations are forgotten, and their pictures with them. */
export function releasePictures(isForgotten: (peerId: UserId) => boolean): void {
  for (const [peerId, held] of [...heldByPeer]) {
    if (!isForgotten(peerId)) continue;
    for (const id of [...held.keys()]) release(held, id);
    heldByPeer.delete(peerId);
  }
}

function release(held: Map<string, Held>, id: string): void {
  const known = held.get(id);
  if (known) URL.revokeObjectURL(known.address);
  held.delete(id);
}
