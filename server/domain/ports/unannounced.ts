/** What nodes ask their shared database, to find what may be unannounced. */
import type { UserId } from '../../../src/protocol/entities.ts';

/** A message that was stored, edited, reacted to or deleted: the fields that say whom it concerns. */
export interface WrittenNote {
  /** Of its last change. Increases in the order of commits within a conversation. */
  number: number;
  senderId: UserId;
  receiverId: UserId;
  /** The receiver must not be told. */
  isHidden: boolean;
}

export interface UnannouncedStore {
  /**
   * Notes if this node is cut off; the note is valid for some seconds. Resolves to whether any node is cut off, and to
   * the newest number.
   */
  noteCutOff(isCutOff: boolean): Promise<{ isAnyCutOff: boolean; newest: number }>;
  /** What was written with higher numbers, lowest first. */
  listWritten(after: number, limit: number): Promise<WrittenNote[]>;
}
