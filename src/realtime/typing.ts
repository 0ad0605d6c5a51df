/** Tells the other person that this one is typing (extension `typing`). */
import type { UserId } from '../protocol/entities.ts';
import { TYPING_INTERVAL_MS } from '../protocol/events.ts';

type Announce = (userId: UserId) => void;

let announce: Announce | null = null;
const lastAnnounced = new Map<UserId, number>();

/** At most once in `TYPING_INTERVAL_MS` for each person; nothing without a server that cares. */
export function announceTyping(peerId: UserId): void {
  if (!announce) return;
  const now = Date.now();
  if (now - (lastAnnounced.get(peerId) ?? 0) < TYPING_INTERVAL_MS) return;
  lastAnnounced.set(peerId, now);
  announce(peerId);
}

/** A message went out: the next key press begins anew. */
export function forgetTyping(peerId: UserId): void {
  lastAnnounced.delete(peerId);
}

/** The connection says where announcements go while it is there. */
export function setTypingChannel(channel: Announce | null): void {
  announce = channel;
  lastAnnounced.clear();
}
