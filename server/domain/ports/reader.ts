/** Reads that may take long: pages, lists and searches. The results are JSON as clients get it. */
import type { CursorParts } from '../../../src/protocol/changes.ts';
import type { MessageId, UserId } from '../../../src/protocol/entities.ts';
import type {
  ChangeStore,
  KnownSide,
  MessageStore,
  PageRequest,
  PicturesRequest,
  StoredMessage,
} from './messages.ts';
import type { BlockStore, UserStore } from './users.ts';

/** Store reads that must not run on the event loop that delivers messages. */
export type LongReads = Pick<UserStore, 'listUsers' | 'readUserListVersion'> &
  Pick<MessageStore, 'readPage' | 'readPictures' | 'findFirst'> &
  Omit<ChangeStore, 'changeMessage'> &
  Pick<BlockStore, 'listBlocked' | 'listBlockers'>;

/** The client that waits for a read, and pays for it. */
export interface Payer {
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
  pay(ms: number): void;
}

export interface WrittenPage {
  /** Messages, oldest first, separated by commas. */
  json: Uint8Array;
  /** The id of the last message. */
  last?: MessageId;
  /** A page may end before its `limit`, since its bytes are limited too. */
  hasMore: boolean;
  /** Fields of `Known`, separated by a comma; if they were asked for. */
  known?: Uint8Array;
}

export interface WrittenList {
  users: Uint8Array;
  unseen: Uint8Array;
}

export interface SearchStep {
  /** Messages, latest first, separated by commas. */
  json: Uint8Array;
  found: number;
  read: number;
  /** The oldest scanned message, unless it is the very first. */
  reached?: Pick<StoredMessage, '_id' | 'createdAt'>;
  ms: number;
}

export interface WrittenPictures {
  /** Messages, oldest first, separated by commas. */
  json: Uint8Array;
  hasMore: boolean;
  /** Number of all pictures; with the newest page. */
  count?: number;
  ms: number;
}

/** Whose conversation is read, and with whom. */
interface Between {
  readerId: UserId;
  peerId: UserId;
}

interface SearchAsked extends Between {
  /** Words as `toSearchWords` returns them. */
  words: string[];
  before?: MessageId | undefined;
  /** The scan stops after so many matches, or with so many bytes. */
  most: number;
  mostBytes: number;
}

/**
 * Concurrent callers take turns: one read of each, then the next of each. A read that has not begun when `signal` is
 * aborted is not done, and its promise stays pending, since nobody waits for it.
 */
export interface Reader {
  /** `withKnown`: also the fields of `Known`. */
  readPage(
    asked: Between & { page: PageRequest; withKnown?: boolean },
    signal?: AbortSignal,
  ): Promise<WrittenPage>;
  /** The fields of `Changes`, separated by commas. */
  readChanges(
    asked: Between & { cursor: CursorParts; limit: number },
    signal?: AbortSignal,
  ): Promise<{ json: Uint8Array }>;
  /** The field of `Behind`, and the time for finding it. */
  readBehind(
    asked: { readerId: UserId; conversations: KnownSide[] },
    signal?: AbortSignal,
  ): Promise<{ json: Uint8Array; ms: number }>;
  listUsers(asked: { readerId: UserId }, signal?: AbortSignal): Promise<WrittenList>;
  readUserListVersion(asked: { readerId: UserId }, signal?: AbortSignal): Promise<string>;
  /** Scans messages backwards from `before`, for a few ms. */
  findText(asked: SearchAsked, signal?: AbortSignal): Promise<SearchStep>;
  readPictures(
    asked: Between & { page: PicturesRequest },
    signal?: AbortSignal,
  ): Promise<WrittenPictures>;
  /** Resolves without `json` if nothing was sent since. */
  findFirst(
    asked: Between & { since: number },
    signal?: AbortSignal,
  ): Promise<{ json?: Uint8Array; ms: number }>;
  /** Later calls reject with `storageUnavailable`. */
  close(): Promise<void>;
}
