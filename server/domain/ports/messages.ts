/** The messages: one order per conversation, their receipts, and their changes, as one of the two people may see them. */
import type { CursorParts, Summary } from '../../../src/protocol/changes.ts';
import type { MessageId, Quote, Reactions, UserId } from '../../../src/protocol/entities.ts';
import type { MessageRange } from '../../../src/protocol/events.ts';
import type { StoredPicture } from './pictures.ts';

/** A quote as in the protocol, with the id of the picture. */
export interface StoredQuote extends Omit<Quote, 'image'> {
  pictureId?: string;
}

export interface StoredMessage {
  _id: MessageId;
  /** Number of its last change. */
  change: number;
  senderId: UserId;
  receiverId: UserId;
  text?: string;
  picture?: StoredPicture;
  /** The message is deleted, and has no content. */
  deleted?: true;
  /** Number of the last change of its text; absent: as it was sent. */
  version?: number;
  editedAt?: number;
  reactions?: Reactions;
  replyTo?: StoredQuote;
  forwarded?: true;
  seen: boolean;
  delivered: boolean;
  /** Sent to somebody who had blocked the sender: visible to the sender only. */
  hidden?: true;
  /** The clock at the commit, which may have been wrong: ids order messages. */
  createdAt: number;
  /** The idempotency key under which the reader sent the message. */
  key?: string;
}

export interface NewMessage {
  senderId: UserId;
  receiverId: UserId;
  text?: string;
  picture?: StoredPicture;
  /** The quote of the message that this one answers, as each of the two may see it. Without id: it was gone already. */
  quote?: { forSender: StoredQuote; forReceiver: StoredQuote };
  forwarded?: true;
  /** The same key of the same sender means the same message; `bodyHash` shows whether the body is the same. */
  idempotency?: { key: string; bodyHash: string };
}

/** What a change makes of one person's side of the conversation. */
export interface SideChange {
  /** The number of the change before it. */
  before: number;
  /** The version of the summary, from now on. */
  version: number;
}

/** A hidden message changes the sender's side alone. */
export interface StoredSides {
  /** With the key, which only the sender gets. */
  sender: SideChange & { key?: string };
  receiver?: SideChange;
}

export type AppendResult =
  | { kind: 'stored'; message: StoredMessage; sides: StoredSides }
  /** The key was already used for the same body. */
  | { kind: 'repeated'; message: StoredMessage }
  | { kind: 'keyReused' }
  | { kind: 'unknownReceiver' }
  /** The sender has blocked the receiver. */
  | { kind: 'blockedReceiver' };

/** A message stored under an idempotency key. */
export interface EarlierMessage {
  message: StoredMessage;
  /** Absent once the message is deleted: then any body is taken for the same. */
  bodyHash?: string;
}

export interface MarkedMessage {
  senderId: UserId;
  /** What changed with it; absent: nothing. */
  range?: MarkedRange;
}

/** From the first to the last message that changed for the reader. */
export interface MarkedRange extends MessageRange {
  /** For the sender, of all messages since `from`, which may be hidden from the reader. Absent: there is none. */
  receipt?: { as: 'seen' | 'delivered'; from: MessageId };
}

export interface Page {
  /** Oldest first. */
  messages: StoredMessage[];
  hasMore: boolean;
}

/** Messages with a picture. The newest page includes their total number. */
export interface PicturesPage extends Page {
  count?: number;
}

/**
 * A part of a conversation: at most `limit` messages on one side of a cursor. Without a cursor, `before` starts at the
 * newest and `after` at the oldest.
 */
export type PageRequest = (
  | { kind: 'before'; before?: MessageId | undefined; limit: number }
  | { kind: 'after'; after?: MessageId | undefined; limit: number }
) & {
  /** With what is left of deleted messages. */
  withDeleted?: boolean;
};

export type PicturesRequest = Extract<PageRequest, { kind: 'before' }>;

export interface MessageStore {
  /**
   * Assigns ids in the order of commits. They never go backwards within a conversation: who has seen a message
   * never finds an earlier one later. Concurrent calls resolve in that order. A message to oneself is an
   * `unknownReceiver`, like one to a deleted account. A message to somebody who has blocked the sender is stored as
   * `hidden`.
   */
  appendMessage(message: NewMessage): Promise<AppendResult>;
  findByIdempotencyKey(senderId: UserId, key: string): Promise<EarlierMessage | undefined>;
  /** A message of any conversation of the reader, as the reader may see it. */
  findMessage(
    readerId: UserId,
    messageId: MessageId,
  ): Promise<{ peerId: UserId; message: StoredMessage } | undefined>;
  /**
   * Skips what is hidden from the reader, at no cost. A cursor is a place: its message need not exist. A cursor that is
   * not an id is `invalid`.
   */
  readPage(readerId: UserId, peerId: UserId, page: PageRequest): Promise<Page>;
  /**
   * The same for messages with a picture: at most `limit`, the newest or those before a cursor. Other messages cost it
   * nothing.
   */
  readPictures(readerId: UserId, peerId: UserId, page: PicturesRequest): Promise<PicturesPage>;
  /**
   * The message of a conversation with the earliest time at `since` or later, without what is hidden from the reader.
   * SQLite walks the conversation.
   */
  findFirst(readerId: UserId, peerId: UserId, since: number): Promise<StoredMessage | undefined>;
  /**
   * Marks a message that the reader received, and all earlier ones of its sender. Resolves to undefined if there is none with that
   * id.
   */
  markSeen(readerId: UserId, messageId: MessageId): Promise<MarkedMessage | undefined>;
  /**
   * Marks a peer's messages as seen, and thus as delivered: up to and including `upTo`, or all that exist at the
   * commit. An `upTo` that the peer did not send to the reader marks nothing. If the reader has blocked the peer, the
   * mark counts for the reader alone until the reader sees a later message without a block. Resolves to undefined if
   * nothing changed for the reader.
   */
  markConversationSeen(
    readerId: UserId,
    peerId: UserId,
    upTo?: MessageId,
  ): Promise<MarkedRange | undefined>;
  /** The same for delivered. */
  markDelivered(
    readerId: UserId,
    peerId: UserId,
    upTo: MessageId,
  ): Promise<MarkedRange | undefined>;
}

// Changes of messages: making them, and reading those since a number, as one of the two people may see them.

/** What a person may know of a conversation; all zero and empty before its first message. */
export interface Side extends CursorParts {
  summary: Summary;
}

/** What a client knows of its person's side of a conversation. */
export interface KnownSide extends CursorParts {
  peerId: UserId;
  version: number;
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
  /** The same key of the same person means the same change; `bodyHash` shows whether it is. */
  idempotency?: { key: string; bodyHash: string };
}

/** Why a change is refused; `judgeChange` says when. */
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
  /** The person has blocked the one who made the change. */
  isBlocking: boolean;
}

export type ChangeResult =
  | {
      kind: 'changed';
      own: PersonalChange;
      /** Absent if the message is hidden from the other person. */
      other?: PersonalChange;
      /** The version of the text after an edit. */
      version?: number;
      /** A picture that no row names any more. */
      unnamedPicture?: string;
    }
  /** The message was so already, or the call is a repeat: then `version` is what the first call made. */
  | { kind: 'unchanged'; own: PersonalMessage; version?: number }
  /** `own` if the message is there for the person. */
  | { kind: 'refused'; refusal: Refusal; own?: PersonalMessage }
  /** The key was used for something else. */
  | { kind: 'keyReused' };

export interface ChangeStore {
  readSide(readerId: UserId, peerId: UserId): Promise<Side>;
  /** Resolves to the given sides that have changed, as they are now. Unknown people are left out. */
  readBehind(
    readerId: UserId,
    known: readonly KnownSide[],
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
