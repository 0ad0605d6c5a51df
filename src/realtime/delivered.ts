/**
 * Reports delivered messages to the server (feature `receipts`): per sender only the newest, which covers all before
 * it, and at most once in a short interval.
 */
import type { MessageId, UserId } from '../protocol/entities.ts';

const COALESCE_MS = 150;

/** `emit` returns whether it was sent; if not, it is sent with the next one. */
export function createDeliveredReports(emit: (peerId: UserId, upTo: MessageId) => boolean) {
  const told = new Map<UserId, MessageId>();
  const waiting = new Map<UserId, MessageId>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [peerId, upTo] of waiting) {
      if (!emit(peerId, upTo)) continue;
      told.set(peerId, upTo);
      waiting.delete(peerId);
    }
  }

  return {
    report(peerId: UserId, upTo: MessageId): void {
      const known = waiting.get(peerId) ?? told.get(peerId);
      if (known !== undefined && upTo <= known) return;
      waiting.set(peerId, upTo);
      timer ??= setTimeout(flush, COALESCE_MS);
    },
    flush,
    close(): void {
      clearTimeout(timer);
    },
  };
}
