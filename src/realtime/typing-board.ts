/** Who is typing to this person. There is no event for the end: it ends after a timeout, or with a message. */
import type { QueryClient } from '@tanstack/react-query';
import { realtimeQueries } from '../backend/connection.ts';
import { type Cause, withCause, writeData } from '../cache/write.ts';
import { setMember } from '../people/presence.ts';
import type { UserId } from '../protocol/entities.ts';
import { TYPING_TTL_MS } from '../protocol/events.ts';

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
