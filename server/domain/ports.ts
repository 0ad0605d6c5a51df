/**
 * What the rules need from the outside. Each store method is one atomic step; a method that changes
 * something resolves only when the change is on disk. All times are epoch milliseconds.
 * Any method may reject with a DomainError `storageUnavailable` (disk full, locked, broken); nothing was
 * changed then, unless it says that the outcome is unknown.
 */
import type { Readable } from 'node:stream';
import type { ImageType, MessageId, UnseenMessages, UserId } from '../../src/protocol/entities.ts';
import type { MessageRange } from '../../src/protocol/events.ts';

export interface StoredUser {
  _id: UserId;
  fullName: string;
  /** As typed at sign-up; unique without regard to case. */
  email: string;
  bio: string;
  picture?: StoredPicture;
  /** When the last connection ended. */
  lastSeenAt?: number;
  /** The account is gone; what is left stands in other people's conversations. */
  deleted?: true;
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
  /** Sent to somebody who had blocked the sender: for the sender's eyes alone. */
  hidden?: true;
  createdAt: number;
}

/** A person in the reader's list. */
export interface ListedUser extends Omit<StoredUser, 'email' | 'picture'> {
  picture?: Pick<StoredPicture, 'id'>;
  /** Of a long text at least the beginning. */
  lastMessage?: Pick<StoredMessage, '_id' | 'senderId' | 'text' | 'createdAt'>;
  /** The reader has blocked this person. */
  blocked?: true;
}

export interface NewUser {
  fullName: string;
  email: string;
  passwordHash: string;
  bio: string;
}

export interface ProfileChange {
  fullName: string;
  bio: string;
  /** Without it the picture stays. */
  picture?: StoredPicture;
}

export interface PasswordChange {
  userId: UserId;
  /** Of the password so far, as it was checked. */
  verifiedHash: string;
  passwordHash: string;
  /** Of the session that stays. */
  keptTokenHash: string;
}

export interface AccountDeletion {
  id: UserId;
  verifiedHash: string;
  /** The name under which the messages stay. */
  fullName: string;
}

/** What is left of a person, the picture that no row names any more, and the tokens that ended. */
export interface DeletedAccount {
  user: StoredUser;
  picture?: StoredPicture;
  tokenHashes: string[];
}

export interface UserStore {
  /** Rejects with a DomainError `emailTaken`. */
  createUser(user: NewUser): Promise<StoredUser>;
  findUser(id: UserId): Promise<StoredUser | undefined>;
  findCredentials(email: string): Promise<{ user: StoredUser; passwordHash: string } | undefined>;
  /** Resolves to nothing when the person is unknown. */
  updateProfile(id: UserId, profile: ProfileChange): Promise<StoredUser | undefined>;
  /**
   * Everybody but the reader, the latest conversations first, then by name; one query. Of deleted accounts
   * only those that the reader has talked with.
   */
  listUsers(readerId: UserId): Promise<{ users: ListedUser[]; unseen: UnseenMessages }>;
  /**
   * The version of what `listUsers` answers: as long as it is the same, so is the list. Much cheaper than the
   * list; a store that cannot tell so cheaply does without.
   */
  readUserListVersion?(readerId: UserId): Promise<string>;
  /** Never goes backwards. */
  setLastSeen(id: UserId, at: number): Promise<void>;
  findPasswordHash(id: UserId): Promise<string | undefined>;
  /**
   * Ends all sessions but the one that is named; answers the hashes of the tokens that ended. Resolves to
   * nothing when the password is another than `verifiedHash` by now, or the account is gone.
   */
  changePassword(change: PasswordChange): Promise<string[] | undefined>;
  /**
   * Forgets who a person was: name, email, password, bio, picture, sessions and blocks; the messages stay.
   * Resolves to nothing when the password is another than `verifiedHash` by now, or the account is gone.
   */
  deleteUser(deletion: AccountDeletion): Promise<DeletedAccount | undefined>;
}

/** What `blockedId` does no longer reaches `blockerId`, or does again. */
export interface BlockChange {
  blockerId: UserId;
  blockedId: UserId;
  isBlocked: boolean;
}

export interface BlockStore {
  /** Resolves to false when the other is nobody (any more), or oneself. */
  setBlocked(change: BlockChange): Promise<boolean>;
  /** Whom this person has blocked. */
  listBlocked(blockerId: UserId): Promise<UserId[]>;
}

/** Something that may be tried only so often: `key` names what, and for whom. */
export interface Attempt {
  key: string;
  windowMs: number;
}

/** How many there were in the window so far. */
export interface CountedAttempt {
  count: number;
  endsAt: number;
}

export interface AttemptStore {
  /** Counts one more under the key; a window begins with the first. */
  countAttempt(attempt: Attempt): Promise<CountedAttempt>;
  /** Takes one back. */
  forgiveAttempt(key: string): Promise<void>;
}

export interface StoredSession {
  tokenHash: string;
  createdAt: number;
  expiresAt: number;
  client: string;
}

export interface NewSession {
  userId: UserId;
  /** The SHA-256 of the token, in hex. */
  tokenHash: string;
  expiresAt: number;
  /** What the person's program calls itself. */
  client: string;
  /** The session is opened only while this is still the person's. */
  passwordHash?: string;
}

/** Whom a token stands for, and until when. */
export interface FoundSession {
  userId: UserId;
  expiresAt: number;
}

export interface SessionStore {
  /** Rejects with `notFound` for an unknown person, and with `wrongCredentials` for another password. */
  createSession(session: NewSession): Promise<void>;
  /** Also answers a session that has expired and is not deleted yet. */
  findSession(tokenHash: string): Promise<FoundSession | undefined>;
  /** Never shortens. */
  extendSession(tokenHash: string, expiresAt: number): Promise<void>;
  deleteSession(tokenHash: string): Promise<void>;
  /** The latest first; expired ones too. */
  listSessions(userId: UserId): Promise<StoredSession[]>;
  /** Deletes the sessions, and forgets the attempts, that end at `now` or before; answers the tokens' hashes. */
  deleteExpired(now: number): Promise<string[]>;
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
  /** It was not marked before. */
  isChanged: boolean;
}

export interface Page {
  /** Oldest first. */
  messages: StoredMessage[];
  hasMore: boolean;
}

/**
 * Which part of a conversation: at most `limit` messages on one side of a cursor. Without one the newest are
 * before it, and the oldest after it.
 */
export type PageRequest =
  | { kind: 'before'; before?: MessageId; limit: number }
  | { kind: 'after'; after?: MessageId; limit: number };

export interface MessageStore {
  /**
   * Gives the id and the time, in the order of commits; both never go backwards within a conversation, and
   * whoever has seen a message of it never finds an earlier one later. Concurrent calls resolve in that
   * order. Nobody is a receiver of their own messages: that is an `unknownReceiver`, like somebody who has
   * left. To somebody who has blocked the sender the message is stored as `hidden`.
   */
  appendMessage(message: NewMessage): Promise<AppendResult>;
  findByIdempotencyKey(senderId: UserId, key: string): Promise<EarlierMessage | undefined>;
  /**
   * Without what is hidden from the reader. A cursor is a place: its message need not exist. One that is no id
   * at all is `invalid`.
   */
  readPage(readerId: UserId, peerId: UserId, page: PageRequest): Promise<Page>;
  /**
   * The first message of a conversation that was sent at `since` or later, without what is hidden from the
   * reader. What it costs does not grow with the conversation.
   */
  findFirst(readerId: UserId, peerId: UserId, since: number): Promise<StoredMessage | undefined>;
  /** Marks one message to the reader. Resolves to nothing when there is none with that id. */
  markSeen(readerId: UserId, messageId: MessageId): Promise<MarkedMessage | undefined>;
  /**
   * Marks a peer's messages to the reader as seen: up to and including `upTo`, or all there are at the
   * commit. What is seen is delivered, too. An `upTo` that the peer did not send to the reader marks none;
   * only the seed names one. Resolves to the first and the last message that changed, or to nothing where
   * none did.
   */
  markConversationSeen(
    readerId: UserId,
    peerId: UserId,
    upTo?: MessageId,
  ): Promise<MessageRange | undefined>;
  /** The same for `delivered`. */
  markDelivered(
    readerId: UserId,
    peerId: UserId,
    upTo: MessageId,
  ): Promise<MessageRange | undefined>;
}

/** What one database does: every store over one connection, so that a message and its key are one commit. */
export interface Store extends UserStore, SessionStore, MessageStore, BlockStore, AttemptStore {
  /** Resolves when a change can be put on disk at this moment; rejects with `storageUnavailable`. */
  checkHealth(): Promise<void>;
  /** Waits for the writes that were asked for; later ones reject with `storageUnavailable`. */
  close(): Promise<void>;
}

export interface KeptPicture {
  type: ImageType;
  /** In bytes. */
  size: number;
  /** From `first` to `last`, both included; by default all. Read no faster than they are taken. */
  read(part?: { first: number; last: number }): Promise<Readable>;
}

export interface PictureStore {
  /** Keeps the bytes durably under a new unguessable id. */
  save(picture: {
    bytes: Uint8Array;
    type: ImageType;
    width: number;
    height: number;
  }): Promise<StoredPicture>;
  find(id: string): Promise<KeptPicture | undefined>;
  /** Drops a picture that no row names. */
  discard(id: string): Promise<void>;
}

/**
 * Lets go of pictures that no row names, of those whose id begins with `prefix`, two hex digits. Called again
 * and again: what is found for the first time is only noted, and dropped a week later, unless it is named then.
 */
export type SweepPictures = (prefix: string) => Promise<void>;

/** Passwords and tokens. Hashing never runs on the event loop. */
export interface Credentials {
  hashPassword(password: string): Promise<string>;
  /** Takes the same time whether or not there is a hash to compare with. */
  verifyPassword(password: string, hash: string | undefined): Promise<boolean>;
  /** Whether a password is one of those that are guessed first. */
  isCommonPassword(password: string): boolean;
  /** A new random token of 256 bits, and what is stored of it. */
  issueToken(): { token: string; tokenHash: string };
  hashToken(token: string): string;
}

/** Tells people's connected clients what happened. Never throws and never waits. */
export interface Notifier {
  messageStored(message: StoredMessage): void;
  /** It was stored before, perhaps by a server that ended, or did not learn of it, before it told anybody. */
  messageRepeated(message: StoredMessage): void;
  messagesSeen(readerId: UserId, senderId: UserId, range: MessageRange): void;
  messagesDelivered(readerId: UserId, senderId: UserId, range: MessageRange): void;
  profileChanged(user: StoredUser): void;
  sessionEnded(tokenHash: string): void;
  blockChanged(change: BlockChange): void;
}

export type Clock = () => number;

/** Is told what failed where nobody waits for it, `what` in words. */
export type Report = (error: unknown, what: string) => void;
