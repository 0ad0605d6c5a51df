/**
 * What a receipt changes. A person has two positions in the messages of a peer: all up to `deliveredTo` are delivered, and
 * up to `seenTo` seen. The peer is told of `seenTold` and `deliveredTold`, which stand still while the person blocks the
 * peer; seen is not told either while one of the two hides receipts. The next position that is told covers everything
 * before it. Positions are numbers of messages, and never go back. PostgreSQL does the same in `mark_received`.
 */
export interface ReaderSide {
  conversation: number;
  peer: number;
  /** This person's key is the lower one. */
  isLow: boolean;
  /** Unseen messages to this person. */
  unseen: number;
  seenTo: number;
  deliveredTo: number;
  seenTold: number;
  deliveredTold: number;
  /** This person has blocked the peer. */
  isBlocking: boolean;
  /** One of the two hides receipts. */
  hidesReceipts: boolean;
}

export interface Advance
  extends Pick<ReaderSide, 'seenTo' | 'deliveredTo' | 'seenTold' | 'deliveredTold'> {
  /** What the peer is told, if anything. */
  told?: 'seen' | 'delivered';
}

/** The person has reached message `to`. */
export function advance(side: ReaderSide, mark: 'seen' | 'delivered', to: number): Advance {
  const { isBlocking, hidesReceipts, seenTo, deliveredTo, seenTold, deliveredTold } = side;
  const tellsSeen = mark === 'seen' && !isBlocking && !hidesReceipts;
  const tellsDelivered = !isBlocking && to > deliveredTold;
  return {
    seenTo: mark === 'seen' ? to : seenTo,
    deliveredTo: Math.max(deliveredTo, to),
    seenTold: tellsSeen ? to : seenTold,
    deliveredTold: tellsDelivered ? to : deliveredTold,
    ...(tellsSeen ? { told: 'seen' } : tellsDelivered ? { told: 'delivered' } : {}),
  };
}
