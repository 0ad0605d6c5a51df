/**
 * What the rules need from the outside. Each store method is one atomic step; a method that changes
 * something resolves only when the change is on disk. All times are epoch milliseconds.
 * Any method may reject with a DomainError `storageUnavailable` (disk full, locked, broken); nothing was
 * changed then.
 */
import type { ImageType, MessageId, UnseenMessages, UserId } from '../../src/protocol/entities.ts';

export interface StoredUser {
  _id: UserId;
  fullName: string;
  /** As typed at sign-up; unique without regard to case. */
  email: string;
  bio: string;
  picture?: StoredPicture;
  /** When the last connection ended. */
  lastSeenAt?: number;
}

/** A picture that is kept: `id` is the unguessable last part of its address. */
export interface StoredPicture {
  id: string;
  width: number;
  height: number;
}

export interface StoredMessage {
  _id: MessageId;
  senderId: UserId;
  receiverId: UserId;
  text?: string;
  picture?: StoredPicture;
  seen: boolean;
  delivered: boolean;
  createdAt: number;
}

/** A person in the reader's list. */
export interface ListedUser extends StoredUser {
  lastMessage?: StoredMessage;
}

export interface NewUser {
  fullName: string;
  email: string;
  passwordHash: string;
  bio: string;
}

export interface UserStore {
  /** Rejects with a DomainError `emailTaken`. */
  createUser(user: NewUser): Promise<StoredUser>;
  findUser(id: UserId): Promise<StoredUser | undefined>;
  findCredentials(email: string): Promise<{ user: StoredUser; passwordHash: string } | undefined>;
  /** Without `picture` the picture stays. Resolves to nothing when the person is unknown. */
  updateProfile(
    id: UserId,
    profile: { fullName: string; bio: string; picture?: StoredPicture },
  ): Promise<StoredUser | undefined>;
  /** Everybody but the reader, the latest conversations first, then by name; one query. */
  listUsers(readerId: UserId): Promise<{ users: ListedUser[]; unseen: UnseenMessages }>;
  /** How many accounts there are. */
  countUsers(): Promise<number>;
  /** Never goes backwards. */
  setLastSeen(id: UserId, at: number): Promise<void>;
}

export interface SessionStore {
  /** `tokenHash` is the SHA-256 of the token, in hex. Rejects with `notFound` for an unknown person. */
  createSession(session: { tokenHash: string; userId: UserId; expiresAt: number }): Promise<void>;
  /** Also answers a session that has expired and is not deleted yet. */
  findSession(tokenHash: string): Promise<{ userId: UserId; expiresAt: number } | undefined>;
  /** Never shortens. */
  extendSession(tokenHash: string, expiresAt: number): Promise<void>;
  deleteSession(tokenHash: string): Promise<void>;
  /** Deletes the sessions that end at `now` or before. */
  deleteExpired(now: number): Promise<void>;
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
  | { kind: 'unknownReceiver' };

export interface Page {
  /** Oldest first. */
  messages: StoredMessage[];
  hasMore: boolean;
}

/** Which part of a conversation: all of it, or at most `limit` messages on one side of a cursor. */
export type PageRequest =
  | { kind: 'all' }
  | { kind: 'before'; before?: MessageId; limit: number }
  | { kind: 'after'; after: MessageId; limit: number };

export interface MessageStore {
  /**
   * Gives the id and the time, in the order of commits; both never go backwards. Concurrent calls
   * resolve in that order. Nobody is a receiver of their own messages: that is an `unknownReceiver`.
   */
  appendMessage(message: NewMessage): Promise<AppendResult>;
  findByIdempotencyKey(
    senderId: UserId,
    key: string,
  ): Promise<{ message: StoredMessage; bodyHash: string } | undefined>;
  /** A cursor is a place: its message need not exist. One that is no id at all is `invalid`. */
  readPage(readerId: UserId, peerId: UserId, page: PageRequest): Promise<Page>;
  /** Marks one message to the reader. Resolves to nothing when there is none with that id. */
  markSeen(
    readerId: UserId,
    messageId: MessageId,
  ): Promise<{ message: StoredMessage; changed: boolean } | undefined>;
  /**
   * Marks a peer's messages to the reader as seen: up to and including `upTo`, or all there are at the
   * commit. What is seen is delivered, too. An `upTo` that the peer did not send to the reader marks none.
   */
  markConversationSeen(
    readerId: UserId,
    peerId: UserId,
    upTo?: MessageId,
  ): Promise<SeenRange | undefined>;
  /** The same for `delivered`. */
  markDelivered(readerId: UserId, peerId: UserId, upTo: MessageId): Promise<SeenRange | undefined>;
}

/** What one database does: every store over one connection, so that a message and its key are one commit. */
export interface Store extends UserStore, SessionStore, MessageStore {
  /** Resolves when a change can be put on disk at this moment; rejects with `storageUnavailable`. */
  checkHealth(): Promise<void>;
  /** Waits for the writes that were asked for; later ones reject with `storageUnavailable`. */
  close(): Promise<void>;
}

/** First and last message that changed; undefined where none did. */
export interface SeenRange {
  from: MessageId;
  upTo: MessageId;
}

export interface PictureStore {
  /** Keeps the bytes durably under a new unguessable id. */
  save(picture: {
    bytes: Uint8Array;
    type: ImageType;
    width: number;
    height: number;
  }): Promise<StoredPicture>;
  read(id: string): Promise<{ bytes: Uint8Array; type: ImageType } | undefined>;
  /** Drops a picture that no row names. */
  discard(id: string): Promise<void>;
}

/** Passwords and tokens. Hashing never runs on the event loop. */
export interface Credentials {
  hashPassword(password: string): Promise<string>;
  /** Takes the same time whether or not there is a hash to compare with. */
  verifyPassword(password: string, hash: string | undefined): Promise<boolean>;
  /** A new random token of 256 bits, and what is stored of it. */
  issueToken(): { token: string; tokenHash: string };
  hashToken(token: string): string;
}

/** Tells people's connected clients what happened. Never throws and never waits. */
export interface Notifier {
  messageStored(message: StoredMessage): void;
  messagesSeen(readerId: UserId, senderId: UserId, range: SeenRange): void;
  messagesDelivered(readerId: UserId, senderId: UserId, range: SeenRange): void;
  profileChanged(user: StoredUser): void;
  sessionEnded(tokenHash: string): void;
}

export type Clock = () => number;
