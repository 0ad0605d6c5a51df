/** Changes of a conversation since a number, as one of the two people may see them. */
import type { CursorParts, Summary } from '../../../src/protocol/changes.ts';
import type { UserId } from '../../../src/protocol/entities.ts';
import type { StoredMessage } from './messages.ts';

/** What a person is told of a conversation; all zero and empty before its first message. */
export interface Side extends CursorParts {
  /** Changes up to this number can no longer be told one by one. */
  floor: number;
  summary: Summary;
}

export interface ChangeStore {
  readSide(readerId: UserId, peerId: UserId): Promise<Side>;
  /**
   * The first `limit` messages that changed after a number, in the order of their changes, and how many there are, at most
   * one more than `MAX_CHANGES`.
   */
  readChanges(
    readerId: UserId,
    peerId: UserId,
    asked: { after: number; limit: number },
  ): Promise<{ messages: StoredMessage[]; count: number }>;
}
