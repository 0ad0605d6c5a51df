/**
 * What a receipt changes. A person has two positions in the messages of a peer: all up to `deliveredTo` are delivered, and
 * up to `seenTo` seen. The peer is told of `seenTold` and `deliveredTold`, which stand still while the person blocks the
 * peer; seen is not told either while one of the two hides receipts. What was reached meanwhile is told with the next
 * message that is reached otherwise, and not when the same is marked again. All are numbers of messages, and never go
 * back. PostgreSQL does the same in `mark_received`.
 */
export interface ReaderSide {
  conversation: number;
  reader: number;
  peer: number;
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
  /** Some messages were seen without those before them. */
  hasAlone: boolean;
}

export interface Advance
  extends Pick<ReaderSide, 'seenTo' | 'deliveredTo' | 'seenTold' | 'deliveredTold'> {
  /** Messages that are no longer unseen. */
  count: number;
  isSeen: boolean;
  /** Whether the peer is told anything new: not even that something was told again shows that it was seen. */
  isTold: boolean;
}

/** The person has reached message `to`. */
export function advance(side: ReaderSide, mark: 'seen' | 'delivered', to: number, count: number) {
  const { isBlocking, hidesReceipts, seenTo, deliveredTo, seenTold, deliveredTold } = side;
  const isSeen = mark === 'seen';
  const tellsSeen = isSeen && !isBlocking && !hidesReceipts;
  const tellsDelivered = !isBlocking && to > deliveredTold;
  const after: Advance = {
    seenTo: isSeen ? to : seenTo,
    deliveredTo: Math.max(deliveredTo, to),
    seenTold: tellsSeen ? to : seenTold,
    deliveredTold: tellsDelivered ? to : deliveredTold,
    count,
    isSeen,
    isTold: tellsSeen || tellsDelivered,
  };
  /** What changes for one of the two is after this message. */
  let from = isSeen ? seenTo : deliveredTo;
  if (tellsSeen) from = seenTold;
  else if (!isBlocking) from = Math.min(from, deliveredTold);
  return { after, from };
}
