/** What several nodes ask of the database that they share, to find messages of which nobody may have been told. */
import type { UserId } from '../../../src/protocol/entities.ts';

/** One message, as little as is needed to tell whom it concerns. */
export interface StoredNote {
  /** Rises in the order of commits within a conversation. */
  number: number;
  senderId: UserId;
  receiverId: UserId;
  /** The receiver is not to hear of it. */
  isHidden: boolean;
  createdAt: number;
}

export interface UnannouncedStore {
  /**
   * Notes that this node is apart from the others, if it is: that holds for some seconds. Answers whether any node is,
   * and the number of the newest message.
   */
  noteApart(isApart: boolean): Promise<{ isAnyApart: boolean; newest: number }>;
  /** Messages with higher numbers, the lowest first. */
  listStored(after: number, limit: number): Promise<StoredNote[]>;
}
