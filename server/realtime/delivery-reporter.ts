/**
 * Writes the delivery receipts of one client to the store, one at a time per peer. During a write, only the furthest of
 * the later receipts is kept. So many receipts cost no more than the disk can take.
 */
import type { MessageId, UserId } from '../../src/protocol/entities.ts';

/** Most conversations of one client with a write in progress. */
const MAX_PEERS = 200;

export function createDeliveryReporter(options: {
  markDelivered: (peerId: UserId, upTo: MessageId) => Promise<void>;
  handleError: (error: unknown) => void;
}): (peerId: UserId, upTo: MessageId) => void {
  const { markDelivered, handleError } = options;
  /** Peers with a write in progress, and the receipt that waits for it. */
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
    // Ids sort by time of creation.
    if (waiting === undefined || upTo > waiting) underWay.set(peerId, upTo);
  };
}
