/** What the cache gives to the screens beyond the entities of the protocol. */
import type { Message, MessageContent, MessageId, User } from '../protocol/entities.ts';

/** A message as a conversation shows it. Its React key is `outboxKey ?? _id`. */
export interface ConversationMessage extends Message {
  /** Key under which it stood in the outbox of this window: its element stays the same. */
  outboxKey?: string;
}

/** Messages in order, oldest first. */
export type MessageList = readonly ConversationMessage[];

/** What is loaded of a conversation, up to the newest sealed page. */
export interface History {
  /** Oldest first; each at most `PAGE_SIZE` long, none empty. */
  pages: readonly MessageList[];
  /** Whether the server has more before the first page. */
  hasOlder: boolean;
}

/** A picture that is still being prepared for sending. */
export interface UnreadyPicture {
  image: Promise<string>;
  /** What it is made of: kept on the disk until it is ready. */
  original: File;
}

/** What a person sends: as `MessageContent`, or with a picture that is not ready. */
export type Sendable = MessageContent | UnreadyPicture;

/** A message that this person sent and the server has not answered yet. */
export interface OutgoingMessage {
  /** UUID: the idempotency key and the React key. */
  key: string;
  /** The picture is empty while it is being prepared. */
  content: MessageContent;
  /** When it was sent by this device's clock, ISO 8601. */
  createdAt: string;
  /** `waiting`: it could not go out yet and will be tried again by itself. */
  state: 'sending' | 'waiting' | 'failed';
  /** Why it failed, or still waits after many tries, for people. */
  reason?: string;
}

/** The newest messages of a conversation as they were when this device last showed it. */
export interface StoredPage {
  /** At most `PAGE_SIZE`. */
  messages: MessageList;
  /** Whether there was more before them. */
  hasOlder: boolean;
  /** Those that the browser held for them, by the message's id. */
  pictures?: ReadonlyMap<MessageId, Blob>;
}

/** Somebody as this device keeps them for the next start. */
export interface StoredUser extends User {
  /** In place of `profilePic`, where the browser held it. */
  avatar?: { picture: Blob; fingerprint: string };
}
