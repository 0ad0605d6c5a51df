/**
 * What the rules need from the database. Each method of a store is one atomic step; one that changes something
 * resolves only when the change is on disk. All times are epoch milliseconds. Any method may reject with a
 * DomainError `storageUnavailable` (disk full, locked, broken); nothing was changed then, unless it says that the
 * outcome is unknown.
 */
import type { AttemptStore } from './attempts.ts';
import type { BlockStore } from './blocks.ts';
import type { MessageStore } from './messages.ts';
import type { PictureDayStore } from './picture-days.ts';
import type { SessionStore } from './sessions.ts';
import type { UserStore } from './users.ts';

/** What one database does: every store over one connection, so that a message and its key are one commit. */
export interface Store
  extends UserStore,
    SessionStore,
    MessageStore,
    BlockStore,
    AttemptStore,
    PictureDayStore {
  /** Resolves when a change can be put on disk at this moment; rejects with `storageUnavailable`. */
  checkHealth(): Promise<void>;
  /** Waits for the writes that were asked for; later ones reject with `storageUnavailable`. */
  close(): Promise<void>;
}
