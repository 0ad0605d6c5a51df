/** Tells the other person that this one is typing (feature `typing`). */
import type { UserId } from '../protocol/entities.ts';
import { TYPING_INTERVAL_MS } from '../protocol/events.ts';

type Announce = (userId: UserId) => void;

let announce: Announce | null = null;
/** `at`: by a monotonic clock. */
let last: { userId: UserId; at: number } | null = null;

/** At most once per `TYPING_INTERVAL_MS` and person; does nothing if the server does not forward it. */
export function announceTyping(peerId: UserId): void {
  if (!announce) return;
  const now = performance.now();
  if (last?.userId === peerId && now - last.at < TYPING_INTERVAL_MS) return;
  last = { userId: peerId, at: now };
  announce(peerId);
}

/** A message ends the other person's typing indicator, so the next key is announced at once. */
export function endTyping(): void {
  last = null;
}

/** The connection sets the channel while it is open. */
export function setTypingChannel(channel: Announce | null): void {
  announce = channel;
  last = null;
}
