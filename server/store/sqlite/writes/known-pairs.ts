/**
 * Who may write to whom, as it was found for an earlier message: most messages follow another one of the same
 * two people. Only this thread writes, so what changes an answer is seen here, and forgets all of them.
 */
import type { UserId } from '../../../../src/protocol/entities.ts';

/** A sender whose messages the receiver's account takes. */
export interface Pair {
  /** Keys of their rows. */
  sender: number;
  receiver: number;
  conversation: number;
  /** The receiver has blocked the sender. */
  isHidden: boolean;
}

export interface KnownPairs {
  find(senderId: UserId, receiverId: UserId): Pair | undefined;
  remember(senderId: UserId, receiverId: UserId, pair: Pair): void;
  /** When a block or an account changes, or a transaction is undone. */
  forgetAll(): void;
}

const MAX_PAIRS = 10_000;

export function createKnownPairs(): KnownPairs {
  const known = new Map<string, Pair>();
  return {
    find: (senderId, receiverId) => known.get(senderId + receiverId),
    remember(senderId, receiverId, pair) {
      if (known.size >= MAX_PAIRS) known.clear();
      known.set(senderId + receiverId, pair);
    },
    forgetAll: () => known.clear(),
  };
}
