/** Changes of messages: making them, and reading those since a number, as one of the two people may see them. */
import type { CursorParts, Summary } from '../../../src/protocol/changes.ts';
import type { MessageId, UserId } from '../../../src/protocol/entities.ts';
import type { StoredMessage } from './messages.ts';

/** What a person is told of a conversation; all zero and empty before its first message. */
export interface Side extends CursorParts {
  summary: Summary;
}

/** What a client knows of its person's side of a conversation. */
export interface HeldSide extends CursorParts {
  peerId: UserId;
  turn: number;
}

/** What a person makes of a message for both. */
export type Change =
  | { kind: 'edit'; text: string; version: number }
  | { kind: 'react'; emoji: string | null }
  | { kind: 'delete' };

export interface AskedChange {
  personId: UserId;
  messageId: MessageId;
  change: Change;
  /** The same key and person: the same change. `bodyHash` shows whether it is the same. */
  idempotency?: { key: string; bodyHash: string };
}

/** Why a change is refused; `domain/judge-change.ts` says when. */
export const REFUSALS = ['gone', 'notOwn', 'blocked', 'notText', 'outdated'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** A message of a conversation as one of the two people may see it, and that person's side of the conversation. */
export interface PersonalMessage {
  personId: UserId;
  peerId: UserId;
  message: StoredMessage;
  side: Side;
}

/** The same after a change of the message. */
export interface PersonalChange extends PersonalMessage {
  /** The number of this side before it. */
  before: number;
  /** The person has blocked the one who made it. */
  isBlocking: boolean;
}

export type ChangeResult =
  | {
      kind: 'changed';
      own: PersonalChange;
      /** Absent if the message is hidden from the other person. */
      other?: PersonalChange;
      /** Of the text, after an edit. */
      version?: number;
      /** A picture that no row names any more. */
      unnamedPicture?: string;
    }
  /** It was so already, or is a repeat: then `version` is what the first call made. */
  | { kind: 'unchanged'; own: PersonalMessage; version?: number }
  /** `own` if the message is there for the person. */
  | { kind: 'refused'; refusal: Refusal; own?: PersonalMessage }
  /** The key was used for something else. */
  | { kind: 'keyReused' };

export interface ChangeStore {
  readSide(readerId: UserId, peerId: UserId): Promise<Side>;
  /** Of the given sides those that are otherwise now. Unknown people are left out. */
  readBehind(
    readerId: UserId,
    held: readonly HeldSide[],
  ): Promise<{ peerId: UserId; side: Side }[]>;
  /**
   * The first `limit` messages that changed after a number, in the order of their changes, and how many there are, at most
   * one more than `MAX_CHANGES`.
   */
  readChanges(
    readerId: UserId,
    peerId: UserId,
    asked: { after: number; limit: number },
  ): Promise<{ messages: StoredMessage[]; count: number }>;
  /**
   * Changes a message for both, in the order of commits within its conversation. A change that changes nothing, and a
   * refused one, take no number. With a key, a repeat has the outcome of the first call.
   */
  changeMessage(asked: AskedChange): Promise<ChangeResult>;
}
