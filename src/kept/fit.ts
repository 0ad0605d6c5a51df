/** Selects what to store of the cache, within limits. */

import type { MessageList, StoredPage, StoredUser } from '../conversation/entities.ts';
import type { Conversation } from '../conversation/patches/conversation.ts';
import { storeAvatar } from '../pictures/held-avatars.ts';
import { findHeld } from '../pictures/held-pictures.ts';
import type { User, UserId } from '../protocol/entities.ts';
import { PAGE_SIZE } from '../protocol/limits.ts';

/** Most bytes of pictures in one entry. A plain backend sends whole pictures; our server sends short addresses. */
const MAX_PICTURE_BYTES = 2_000_000;

/** The newest messages: one page, or fewer if their pictures are too large. */
export function fitPage(peerId: UserId, { history, tail }: Conversation): StoredPage {
  const newest = collectNewest(history.pages, tail);
  let left = MAX_PICTURE_BYTES;
  const tooLarge = newest.findLastIndex(({ _id, image = '' }) => {
    const held = findHeld(peerId, _id);
    left -= held && held.served === undefined ? held.picture.size : image.length;
    return left < 0;
  });
  // Without the key of an element and picture addresses that exist only in this page.
  const messages = newest.slice(tooLarge + 1).map(({ outboxKey: _, ...message }) => {
    const served = findHeld(peerId, message._id)?.served;
    return served === undefined ? message : { ...message, image: served };
  });
  const loaded = history.pages.reduce((sum, page) => sum + page.length, tail.length);
  const hasOlder = history.hasOlder || loaded > messages.length;
  const pictures = new Map(
    messages.flatMap(({ _id }) => {
      const held = findHeld(peerId, _id);
      return held && held.served === undefined ? [[_id, held.picture]] : [];
    }),
  );
  return { messages, hasOlder, ...(pictures.size > 0 && { pictures }) };
}

function collectNewest(pages: readonly MessageList[], tail: MessageList): MessageList {
  let newest = tail;
  for (let index = pages.length - 1; index >= 0 && newest.length < PAGE_SIZE; index -= 1) {
    newest = [...(pages[index] ?? []), ...newest];
  }
  return newest.slice(-PAGE_SIZE);
}

/** Everybody; pictures while there is room. */
export function fitPeople(people: readonly User[]): readonly StoredUser[] {
  let left = MAX_PICTURE_BYTES;
  return people.map((user) => {
    const stored = storeAvatar(user);
    left -= stored.avatar?.picture.size ?? stored.profilePic?.length ?? 0;
    if (left >= 0) return stored;
    const { profilePic: _, avatar: __, ...rest } = stored;
    return rest;
  });
}
