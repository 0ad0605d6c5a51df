/** Who has blocked whom. The consequences are described in `domain/blocking.ts`. */
import type { UserId } from '../../../src/protocol/entities.ts';

export interface BlockChange {
  blockerId: UserId;
  blockedId: UserId;
  isBlocked: boolean;
}

export interface Blocker {
  userId: UserId;
  /** The last visit of this person as the blocked person sees it. */
  lastSeenAt?: number;
}

export interface BlocksBetween {
  /** The first person has blocked the other. */
  hasBlocked: boolean;
  /** The other person, if that one has blocked the first. */
  blocker?: Blocker;
}

export interface BlockStore {
  /**
   * The blocked person sees `seenAt` as the blocker's last visit, or else the real time. Resolves to false if the other
   * person does not exist or is the same. Messages stored after it resolves are not visible to the blocker.
   */
  setBlocked(change: BlockChange, seenAt?: number): Promise<boolean>;
  /** The blocks between two people: neither, one or both. */
  findBlocks(userId: UserId, otherId: UserId): Promise<BlocksBetween>;
  /** People whom this person has blocked. */
  listBlocked(blockerId: UserId): Promise<UserId[]>;
  /** People who have blocked this person. */
  listBlockers(blockedId: UserId): Promise<Blocker[]>;
}
