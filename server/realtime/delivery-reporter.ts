/**
 * Receipts of one client -> the store, one at a time per peer: while one is being written, only the
 * furthest of those that follow is kept, so a flood of receipts costs no more than the disk can take.
 */
import type { MessageId, UserId } from '../../src/protocol/entities.ts';

/** Conversations whose receipts one client may have under way. */
const MAX_PEERS = 200;

export function createDeliveryReporter(options: {
  markDelivered: (peerId: UserId, upTo: MessageId) => Promise<void>;
  handleError: (error: unknown) => void;
}): (peerId: UserId, upTo: MessageId) => void {
  const { markDelivered, handleError } = options;
  /** Peers with a write under way, and the receipt that waits behind it. */
  const underWay = new Map<UserId, MessageId | undefined>();

  async function write(peerId: UserId, first: MessageId): Promise<void> {
    for (let upTo: MessageId | undefined = first; upTo !== undefined; ) {
      await markDelivered(peerId, upTo).catch(handleError);
      upTo = underWay.get(peerId);
      underWay.set(peerId, undefined);
    }
    underWay.delete(peerId);
  }

  return (peerId, upTo) => {
    if (!underWay.has(peerId)) {
      if (underWay.size >= MAX_PEERS) return;
      underWay.set(peerId, undefined);
      void write(peerId, upTo);
      return;
    }
    const waiting = underWay.get(peerId);
    // Ids sort in the order of creation.
    if (waiting === undefined || upTo > waiting) underWay.set(peerId, upTo);
  };
}
