/** The messages: one order in each conversation, and what was seen of them. */
import type { MessageId, UserId } from '../../../src/protocol/entities.ts';
import type { MessageRange } from '../../../src/protocol/events.ts';
import type { StoredPicture } from './pictures.ts';

export interface StoredMessage {
  _id: MessageId;
  senderId: UserId;
  receiverId: UserId;
  text?: string;
  picture?: StoredPicture;
  seen: boolean;
  delivered: boolean;
  /** Sent to somebody who had blocked the sender: for the sender's eyes alone. */
  hidden?: true;
  createdAt: number;
  /** By which it takes its place, where that is later: an earlier message was sent while the clock was ahead. */
  sortsAt?: number;
}

export interface NewMessage {
  senderId: UserId;
  receiverId: UserId;
  text?: string;
  picture?: StoredPicture;
  /** Same key and sender: the same message. `bodyHash` tells whether the body is the same, too. */
  idempotency?: { key: string; bodyHash: string };
}

export type AppendResult =
  | { kind: 'stored'; message: StoredMessage }
  /** The key was used before for the same body. */
  | { kind: 'repeated'; message: StoredMessage }
  | { kind: 'keyReused' }
  | { kind: 'unknownReceiver' }
  /** The sender has blocked the receiver. */
  | { kind: 'blockedReceiver' };

/** What was stored under an idempotency key. */
export interface EarlierMessage {
  message: StoredMessage;
  bodyHash: string;
}

export interface MarkedMessage {
  message: StoredMessage;
  /** It was not marked before, or the sender had not been told. */
  isChanged: boolean;
  /** The reader has blocked the sender, who is not told. */
  isUntold?: true;
  /** One of the two hides receipts: the sender is told that it is delivered, and not that it is seen. */
  isDiscreet?: true;
}

/** More of them would keep others waiting; what is not told is found by the next reading. */
export const MAX_TOLD_PARTS = 100;

/** From the first to the last message that changed. */
export interface MarkedRange extends MessageRange {
  /**
   * What the sender is told, where that is not all of it: nothing while the reader blocks the sender, otherwise the
   * parts between messages that are hidden from the reader, the newest first. Of very many parts only the newest.
   */
  told?: MessageRange[];
  /** As of one message. */
  isDiscreet?: true;
}

export interface Page {
  /** Oldest first. */
  messages: StoredMessage[];
  hasMore: boolean;
}

/** Messages with a picture; how many there are in all, with those from the newest on. */
export interface PicturesPage extends Page {
  count?: number;
}

/**
 * Which part of a conversation: at most `limit` messages on one side of a cursor. Without one the newest are
 * before it, and the oldest after it.
 */
export type PageRequest =
  | { kind: 'before'; before?: MessageId; limit: number }
  | { kind: 'after'; after?: MessageId; limit: number };

export type PicturesRequest = Extract<PageRequest, { kind: 'before' }>;

export interface MessageStore {
  /**
   * Gives the id and the place, in the order of commits; both never go backwards within a conversation, and
   * whoever has seen a message of it never finds an earlier one later. Concurrent calls resolve in that
   * order. Nobody is a receiver of their own messages: that is an `unknownReceiver`, like somebody who has
   * left. To somebody who has blocked the sender the message is stored as `hidden`.
   */
  appendMessage(message: NewMessage): Promise<AppendResult>;
  findByIdempotencyKey(senderId: UserId, key: string): Promise<EarlierMessage | undefined>;
  /**
   * Without what is hidden from the reader, which costs nothing either. A cursor is a place: its message need not exist. One that is no id
   * at all is `invalid`.
   */
  readPage(readerId: UserId, peerId: UserId, page: PageRequest): Promise<Page>;
  /**
   * The same of the messages with a picture alone: at most `limit`, the newest, or those before a cursor. Other messages
   * cost it nothing.
   */
  readPictures(readerId: UserId, peerId: UserId, page: PicturesRequest): Promise<PicturesPage>;
  /**
   * The first message of a conversation that was sent at `since` or later, by when they were sent and not by their
   * places, without what is hidden from the reader. What it costs does not grow with the conversation.
   */
  findFirst(readerId: UserId, peerId: UserId, since: number): Promise<StoredMessage | undefined>;
  /** Marks one message to the reader. Resolves to nothing when there is none with that id. */
  markSeen(readerId: UserId, messageId: MessageId): Promise<MarkedMessage | undefined>;
  /**
   * Marks a peer's messages to the reader as seen: up to and including `upTo`, or all there are at the
   * commit. What is seen is delivered, too. An `upTo` that the peer did not send to the reader marks none.
   * What a reader marks who has blocked the peer is marked for the reader alone, until the
   * reader marks it, or what is later, without a block. Resolves to nothing where nothing changed for either.
   */
  markConversationSeen(
    readerId: UserId,
    peerId: UserId,
    upTo?: MessageId,
  ): Promise<MarkedRange | undefined>;
  /** The same for `delivered`. */
  markDelivered(
    readerId: UserId,
    peerId: UserId,
    upTo: MessageId,
  ): Promise<MarkedRange | undefined>;
}
