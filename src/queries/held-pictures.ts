/**
 * Pictures that a backend sends whole, as data URLs, are held by the browser in place of the cache: their
 * messages then name a blob address. Each is decoded once, and let go with its conversation. Our server
 * answers addresses, for which nothing of this happens.
 */
import type { Message, MessageId, UserId } from '../protocol/entities.ts';

interface Held {
  address: string;
  picture: Blob;
}

const DATA_PICTURE = /^data:(image\/(?:png|jpeg));base64,/;
/** How long decoding goes on before something else has its turn, in ms. */
const SLICE_MS = 8;

const heldByPeer = new Map<UserId, Map<MessageId, Held>>();

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
function decode(peerId: UserId, id: MessageId, image: string, type: string): string | undefined {
  try {
    const data = atob(image.slice(image.indexOf(',') + 1));
    const bytes = Uint8Array.from(data, (character) => character.charCodeAt(0));
    return hold(peerId, id, new Blob([bytes], { type }));
  } catch {
    return undefined;
  }
}

/** Answers the address under which a picture is held from now on. */
export function hold(peerId: UserId, id: MessageId, picture: Blob): string {
  const held = heldByPeer.get(peerId) ?? new Map<MessageId, Held>();
  heldByPeer.set(peerId, held);
  const known = held.get(id);
  if (known) return known.address;
  const address = URL.createObjectURL(picture);
  held.set(id, { address, picture });
  return address;
}

export const findHeld = (peerId: UserId, id: MessageId): Blob | undefined =>
  heldByPeer.get(peerId)?.get(id)?.picture;

/** The conversations are forgotten, and their pictures with them. */
export function releasePictures(isForgotten: (peerId: UserId) => boolean): void {
  for (const [peerId, held] of [...heldByPeer]) {
    if (!isForgotten(peerId)) continue;
    for (const { address } of held.values()) URL.revokeObjectURL(address);
    heldByPeer.delete(peerId);
  }
}
