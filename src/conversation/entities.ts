/** Types that the cache gives to the screens, beyond the protocol's entities. */
import type { KnownState } from '../protocol/changes.ts';
import type { Message, MessageContent, MessageId, Quote, User } from '../protocol/entities.ts';

/** Messages in order, oldest first. The React key of a message is `key ?? _id`. */
export type MessageList = readonly Message[];

/** A message as the screens show it. */
export interface ShownMessage extends Message {
  /** An operation of this person on the message could not be sent yet. */
  isChangeWaiting?: boolean;
}

/** The loaded part of a conversation, up to the newest sealed page. */
export interface History {
  /** Oldest first; each has 1 to `PAGE_SIZE` messages. */
  pages: readonly MessageList[];
  /** Whether the server has messages before the first page. */
  hasOlder: boolean;
}

/** A picture that is being prepared for sending. */
export interface UnreadyPicture {
  image: Promise<string>;
  /** The original file: stored on the device until the picture is ready. */
  original: File;
}

/** What a person sends: a `MessageContent`, or a picture that is not ready. */
export type Sendable = MessageContent | UnreadyPicture;

/** The messages that a sent one refers to, for a server with the feature. */
export interface SendReferences {
  /** Feature `changes`: the quote of the message that this one answers. `_id` may be the key of an unsent message. */
  replyTo?: Quote;
  /** Feature `changes`: the message to forward, whose content the server takes. */
  forwardOf?: MessageId;
}

/** A message of this person that the server has not answered yet. */
export interface OutgoingMessage extends SendReferences {
  /** UUID: idempotency key and React key. */
  key: string;
  /** The picture is empty while it is being prepared, the text of a forward while its source is not loaded. */
  content: MessageContent;
  /** Time of sending by this device's clock, ISO 8601. */
  createdAt: string;
  /** `waiting`: the message could not be sent yet, and is retried automatically. */
  state: 'sending' | 'waiting' | 'failed';
  /** Why the message failed, or still waits after many tries; shown to people. */
  reason?: string;
}

/** One step of a search. */
export interface SearchAnswer {
  /** Latest first. */
  messages: Message[];
  /** How far back the search came; absent: to the beginning. With `messageId`, it can continue before that message. */
  reached?: { messageId?: MessageId; createdAt: string };
}

/** The newest messages of a conversation when this device last showed it. */
export interface StoredPage {
  /** At most `PAGE_SIZE`. */
  messages: MessageList;
  /** Whether there were more before them. */
  hasOlder: boolean;
  /** Up to which change these messages are known (feature `changes`). The name is stored on devices. */
  held?: KnownState;
  /** Pictures that the browser retained, by message id. */
  pictures?: ReadonlyMap<MessageId, Blob>;
}

/** A person as stored on this device for the next start. */
export interface StoredUser extends User {
  /** Instead of `profilePic`, if the browser retained the picture. */
  avatar?: { picture: Blob; fingerprint: string };
}
