/** Who has blocked whom. */
import type { UserId } from '../../../src/protocol/entities.ts';

/** What `blockedId` does no longer reaches `blockerId`, or does again. */
export interface BlockChange {
  blockerId: UserId;
  blockedId: UserId;
  isBlocked: boolean;
}

export interface BlockStore {
  /** Resolves to false when the other is nobody (any more), or oneself. */
  setBlocked(change: BlockChange): Promise<boolean>;
  /** Whom this person has blocked. */
  listBlocked(blockerId: UserId): Promise<UserId[]>;
}
