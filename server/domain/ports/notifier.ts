import type { UserId } from '../../../src/protocol/entities.ts';
import type { MessageRange } from '../../../src/protocol/events.ts';
import type { BlockChange } from './blocks.ts';
import type { StoredMessage } from './messages.ts';
import type { StoredUser } from './users.ts';

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
