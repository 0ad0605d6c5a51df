/**
 * What the rules need from the database. Each method is one atomic step; a write resolves only when it is on disk. All
 * times are epoch milliseconds. Any method may reject with a DomainError `storageUnavailable` (disk full, locked,
 * broken); then nothing was changed, unless the error says that the outcome is unknown.
 */
import type { UserId } from '../../../src/protocol/entities.ts';
import type { CodeStore } from './codes.ts';
import type { ChangeStore, MessageStore } from './messages.ts';
import type { PictureDayStore } from './pictures.ts';
import type { PushStore } from './push.ts';
import type { AttemptStore, SessionStore } from './sessions.ts';
import type { BlockStore, UserStore } from './users.ts';

/** All stores over one connection, so that a message and its key are one commit. */
export interface Store
  extends UserStore,
    SessionStore,
    MessageStore,
    ChangeStore,
    BlockStore,
    AttemptStore,
    CodeStore,
    PictureDayStore,
    PushStore {
  /** Of all numbers: another one after the database went back to an earlier state. */
  epoch(): string;
  /** Calls back after the epoch changed; absent if that happens only before the start. */
  watchEpoch?(listener: () => void): void;
  /** Resolves if a change can be written to disk now; otherwise rejects with `storageUnavailable`. */
  checkHealth(): Promise<void>;
  /** Waits for pending writes; later ones reject with `storageUnavailable`. */
  close(): Promise<void>;
}

/**
 * What nodes ask their shared database, to find what may be unannounced.
 *
 * A message that was stored, edited, reacted to or deleted: the fields that say whom it concerns.
 */
export interface WrittenNote {
  /** Of its last change. Increases in the order of commits within a conversation. */
  number: number;
  senderId: UserId;
  receiverId: UserId;
  /** The receiver must not be told. */
  isHidden: boolean;
}

export interface UnannouncedStore {
  /**
   * Notes if this node is cut off; the note is valid for some seconds. Resolves to whether any node is cut off, and to
   * the newest number.
   */
  noteCutOff(isCutOff: boolean): Promise<{ isAnyCutOff: boolean; newest: number }>;
  /** What was written with higher numbers, lowest first. */
  listWritten(after: number, limit: number): Promise<WrittenNote[]>;
}

export type Clock = () => number;

/** Reports a background error; `what` describes it. */
export type Report = (error: unknown, what: string) => void;
