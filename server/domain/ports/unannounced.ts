/** What nodes ask their shared database, to find messages that may be unannounced. */
import type { UserId } from '../../../src/protocol/entities.ts';

/** The fields of a message that say whom it concerns. */
export interface StoredNote {
  /** Increases in the order of commits within a conversation. */
  number: number;
  senderId: UserId;
  receiverId: UserId;
  /** The receiver must not be told. */
  isHidden: boolean;
  createdAt: number;
}

export interface UnannouncedStore {
  /**
   * Notes if this node is cut off; the note is valid for some seconds. Resolves to whether any node is cut off, and to
   * the number of the newest message.
   */
  noteCutOff(isCutOff: boolean): Promise<{ isAnyCutOff: boolean; newest: number }>;
  /** Messages with higher numbers, lowest first. */
  listStored(after: number, limit: number): Promise<StoredNote[]>;
}
