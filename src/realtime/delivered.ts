/**
 * Tells the server which messages have arrived here (extension `receipts`): per sender the newest,
 * since it stands for all before it; those of a short time together.
 */
import type { MessageId, UserId } from '../protocol/entities.ts';

const COALESCE_MS = 150;

/** `emit` returns whether it could be told; what could not is told with the next one. */
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
