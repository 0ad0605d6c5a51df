import type { UserId } from '../../../src/protocol/entities.ts';
import type { MarkedRange, PersonalChange, StoredMessage, StoredSides } from './messages.ts';
import type { Mute } from './push.ts';
import type { BlockChange, StoredUser } from './users.ts';

export interface BlockNews extends BlockChange {
  /** Either of the two blocks the other from now on. Also its name between nodes, which may run different versions. */
  isApart: boolean;
  /** When the blocked person sees the blocker leave; absent if the blocker was not online. */
  leftAt?: number;
}

/** Announces changes to connected clients. Never throws and never waits. */
export interface Notifier {
  /** `forReceiver`: the message as the receiver sees it, if that differs. */
  messageStored(message: StoredMessage, sides: StoredSides, forReceiver?: StoredMessage): void;
  /** A write in the conversation of these people has an unknown outcome: their clients have to catch up. */
  outcomeUnknown(userIds: readonly UserId[]): void;
  /** `changes`: one for each of the two people who may see the message. */
  messageChanged(changes: readonly PersonalChange[]): void;
  messagesSeen(readerId: UserId, senderId: UserId, range: MarkedRange): void;
  messagesDelivered(readerId: UserId, senderId: UserId, range: MarkedRange): void;
  profileChanged(user: StoredUser): void;
  /** A login from a browser that the account does not know; `client` is its user agent. */
  signedIn(userId: UserId, client: string): void;
  sessionEnded(tokenHash: string): void;
  blockChanged(news: BlockNews): void;
  /** `mutes`: everybody whom the person mutes from now on. */
  mutesChanged(userId: UserId, mutes: readonly Mute[]): void;
  /** Announced to the person alone. */
  emailChanged(user: StoredUser): void;
  /** The person has changed what they hide. */
  privacyChanged(user: StoredUser): void;
}
