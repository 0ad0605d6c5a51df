/** Announces to the other person that this one is typing (feature `typing`). */

import type { QueryClient } from '@tanstack/react-query';
import { realtimeQueries } from '../backend/connection.ts';
import { type Cause, withCause, writeData } from '../cache/write.ts';
import { setMember } from '../people/patches.ts';
import type { UserId } from '../protocol/entities.ts';
import { TYPING_INTERVAL_MS, TYPING_TTL_MS } from '../protocol/events.ts';

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

// Who is typing to this person. There is no event for the end: it ends after a timeout, or with a message.

const TIMEOUT: Cause = { kind: 'timer', name: 'end of typing' };

export function createTypingBoard(queryClient: QueryClient) {
  const timers = new Map<UserId, ReturnType<typeof setTimeout>>();

  function write(userId: UserId, isTyping: boolean): void {
    writeData(queryClient, realtimeQueries.typing().queryKey, (typing) =>
      setMember(typing ?? new Set(), userId, isTyping),
    );
  }

  function hide(userId: UserId): void {
    if (!timers.has(userId)) return;
    clearTimeout(timers.get(userId));
    timers.delete(userId);
    write(userId, false);
  }

  return {
    show(userId: UserId): void {
      clearTimeout(timers.get(userId));
      timers.set(
        userId,
        setTimeout(() => withCause(TIMEOUT, () => hide(userId)), TYPING_TTL_MS),
      );
      write(userId, true);
    },
    hide,
    clear(): void {
      withCause({ kind: 'connection', name: 'end' }, () => [...timers.keys()].forEach(hide));
    },
  };
}
