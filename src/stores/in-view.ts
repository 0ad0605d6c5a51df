/** How far the open conversation is in view in this window. */
import type { MessageId, UserId } from '../protocol/entities.ts';

interface InView {
  peerId: UserId;
  /** The other person's newest message in view or above it; null: none. */
  upTo: MessageId | null;
}

let inView: InView | null = null;

export function setInView(peerId: UserId, upTo: MessageId | null): void {
  inView = { peerId, upTo };
}

/** The conversation’s messages are not on the screen any more. */
export function clearInView(peerId: UserId): void {
  if (inView?.peerId === peerId) inView = null;
}

/** Null: its messages are not on the screen (yet). */
export const getInView = (peerId: UserId): InView | null =>
  inView?.peerId === peerId ? inView : null;
