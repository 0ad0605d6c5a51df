/**
 * What the rules need from the database. Each method is one atomic step; a write resolves only when it is on disk. All
 * times are epoch milliseconds. Any method may reject with a DomainError `storageUnavailable` (disk full, locked,
 * broken); then nothing was changed, unless the error says that the outcome is unknown.
 */
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
  /** The epoch of all numbers: another one after the database went back to an earlier state. */
  epoch(): string;
  /** Calls back after the epoch changed; absent if that happens only before the start. */
  watchEpoch?(listener: () => void): void;
  /** Resolves if a change can be written to disk now; otherwise rejects with `storageUnavailable`. */
  checkHealth(): Promise<void>;
  /** Waits for pending writes; later ones reject with `storageUnavailable`. */
  close(): Promise<void>;
}

export type Clock = () => number;

/** Reports a background error; `what` describes it. */
export type Report = (error: unknown, what: string) => void;
