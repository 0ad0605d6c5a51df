/** Reads that may be long: of pages, lists and searches. Their answers come as JSON, the way clients get them. */
import type { MessageId, UserId } from '../../../src/protocol/entities.ts';
import type { BlockStore } from './blocks.ts';
import type { MessageStore, PageRequest, PicturesRequest, StoredMessage } from './messages.ts';
import type { UserStore } from './users.ts';

/** What a store is asked for, and not on the event loop that delivers messages. */
export type LongReads = Pick<UserStore, 'listUsers' | 'readUserListVersion'> &
  Pick<MessageStore, 'readPage' | 'readPictures' | 'findFirst'> &
  Pick<BlockStore, 'listBlocked' | 'listBlockers'>;

export interface WrittenPage {
  /** Messages, oldest first, with commas between them. */
  json: Uint8Array;
  /** The last of them. */
  last?: MessageId;
  /** A page may end before its `limit`: it has a most of bytes, too. */
  hasMore: boolean;
}

export interface WrittenList {
  /** An array of users. */
  users: Uint8Array;
  /** An object of counts. */
  unseen: Uint8Array;
}

/** A part of a search. */
export interface SearchStep {
  /** Messages, the latest first, with commas between them. */
  json: Uint8Array;
  found: number;
  /** How many messages were looked at. */
  read: number;
  /** The oldest of them, unless it is the very first. */
  reached?: Pick<StoredMessage, '_id' | 'createdAt'>;
  /** Work that looking at them took. */
  ms: number;
}

export interface PageAsked {
  readerId: UserId;
  peerId: UserId;
  page: PageRequest;
}

export interface PicturesAsked {
  readerId: UserId;
  peerId: UserId;
  page: PicturesRequest;
}

export interface WrittenPictures {
  /** Messages, oldest first, with commas between them. */
  json: Uint8Array;
  hasMore: boolean;
  /** Of all pictures, with the newest page. */
  count?: number;
  /** Work that reading them took. */
  ms: number;
}

export interface SearchAsked {
  readerId: UserId;
  peerId: UserId;
  /** As `toSearchWords` gives them. */
  words: string[];
  before?: MessageId;
  /** Ends when so many are found. */
  most: number;
}

export interface FirstAsked {
  readerId: UserId;
  peerId: UserId;
  since: number;
}

export interface FirstFound {
  /** Absent when nothing was sent since. */
  json?: Uint8Array;
  ms: number;
}

/**
 * Those who ask at the same time have their turns: one read of each, then the next of each. A read that has not begun
 * when `signal` is aborted is not done, and its promise stays pending: nobody is left to go on.
 */
export interface Reader {
  readPage(asked: PageAsked, signal?: AbortSignal): Promise<WrittenPage>;
  listUsers(asked: { readerId: UserId }, signal?: AbortSignal): Promise<WrittenList>;
  readUserListVersion(asked: { readerId: UserId }, signal?: AbortSignal): Promise<string>;
  /** Looks at messages from `before` back, for a few ms. */
  findText(asked: SearchAsked, signal?: AbortSignal): Promise<SearchStep>;
  readPictures(asked: PicturesAsked, signal?: AbortSignal): Promise<WrittenPictures>;
  findFirst(asked: FirstAsked, signal?: AbortSignal): Promise<FirstFound>;
  /** What is asked for later rejects with `storageUnavailable`. */
  close(): Promise<void>;
}
