/** Who has blocked whom; what follows from it stands in `domain/blocking.ts`. */
import type { UserId } from '../../../src/protocol/entities.ts';

export interface BlockChange {
  blockerId: UserId;
  blockedId: UserId;
  isBlocked: boolean;
}

export interface Blocker {
  userId: UserId;
  /** When the blocked believe that this person was last seen. */
  lastSeenAt?: number;
}

export interface BlocksBetween {
  /** The first has blocked the other. */
  hasBlocked: boolean;
  /** The other, if that one has blocked the first. */
  blocker?: Blocker;
}

export interface BlockStore {
  /**
   * Whoever is blocked is told that the other was last seen at `seenAt`, or when that really was. Resolves to false when
   * the other is nobody (any more), or oneself. No message is visible to the blocker that is stored after it resolves.
   */
  setBlocked(change: BlockChange, seenAt?: number): Promise<boolean>;
  /** The blocks between two people: neither, one or both. */
  findBlocks(userId: UserId, otherId: UserId): Promise<BlocksBetween>;
  /** Whom this person has blocked. */
  listBlocked(blockerId: UserId): Promise<UserId[]>;
  /** Who has blocked this person. */
  listBlockers(blockedId: UserId): Promise<Blocker[]>;
}
