import type { UserId } from '../../../src/protocol/entities.ts';
import type { BlockChange } from './blocks.ts';
import type { MarkedRange, StoredMessage } from './messages.ts';
import type { StoredUser } from './users.ts';

export interface BlockNews extends BlockChange {
  /** Neither hears of the other from now on, for this block or one of the other's. */
  isApart: boolean;
  /** When the blocker leaves in the eyes of the blocked; nothing where the blocker was not there. */
  leftAt?: number;
}

/** Tells people's connected clients what happened. Never throws and never waits. */
export interface Notifier {
  messageStored(message: StoredMessage): void;
  /** It was stored before, perhaps by a server that ended, or did not learn of it, before it told anybody. */
  messageRepeated(message: StoredMessage): void;
  messagesSeen(readerId: UserId, senderId: UserId, range: MarkedRange): void;
  messagesDelivered(readerId: UserId, senderId: UserId, range: MarkedRange): void;
  profileChanged(user: StoredUser): void;
  sessionEnded(tokenHash: string): void;
  blockChanged(news: BlockNews): void;
  /** What this person hides has changed. */
  privacyChanged(user: StoredUser): void;
}
