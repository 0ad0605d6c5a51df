/** Tells the other person that this one is typing (extension `typing`). */
import type { UserId } from '../protocol/entities.ts';
import { TYPING_INTERVAL_MS } from '../protocol/events.ts';

type Announce = (userId: UserId) => void;

let announce: Announce | null = null;
/** `at`: by a clock that nobody sets. */
let last: { userId: UserId; at: number } | null = null;

/** At most once in `TYPING_INTERVAL_MS` for one person; nothing without a server that passes it on. */
export function announceTyping(peerId: UserId): void {
  if (!announce) return;
  const now = performance.now();
  if (last?.userId === peerId && now - last.at < TYPING_INTERVAL_MS) return;
  last = { userId: peerId, at: now };
  announce(peerId);
}

/** After a message the other person no longer shows this one as typing, so the next key is announced at once. */
export function endTyping(): void {
  last = null;
}

/** The connection says where announcements go while it is there. */
export function setTypingChannel(channel: Announce | null): void {
  announce = channel;
  last = null;
}
