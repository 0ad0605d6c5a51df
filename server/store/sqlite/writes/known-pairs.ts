/**
 * A cache of who may write to whom: most messages follow another one between the same two people. Only this thread
 * writes, so it sees every change that matters, and clears the cache.
 */
import type { UserId } from '../../../../src/protocol/entities.ts';

/** A sender from whom the receiver's account accepts messages. */
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
  /** After a change of a block or an account, or a rollback. */
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
