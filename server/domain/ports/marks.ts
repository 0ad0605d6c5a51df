/** What people mark for themselves alone. Nobody else can tell that they did. */
import type { Mark, MarksChange } from '../../../src/protocol/actions.ts';
import type { MessageId, UserId } from '../../../src/protocol/entities.ts';
import type { StoredMessage } from './messages.ts';

/** `clear` also deletes all messages before. */
export type Marking =
  | { kind: 'deleteForMe' }
  | { kind: 'save'; saved: boolean }
  | { kind: 'clear'; peerId: UserId };

export interface AskedMarking {
  personId: UserId;
  messageId: MessageId;
  marking: Marking;
  /** The same key and person: the same marking. `bodyHash` shows whether it is the same. */
  idempotency?: { key: string; bodyHash: string };
}

export type MarkingResult =
  /** With `before` unless nothing changed. */
  | { kind: 'marked'; change: MarksChange }
  /** The message is not there for this person, or not any more. */
  | { kind: 'gone' }
  /** The key was used for something else. */
  | { kind: 'keyReused' };

export interface SavedMessage {
  userId: UserId;
  message: StoredMessage;
  savedAt: number;
  /** Of the mark. */
  number: number;
}

export interface MarkStore {
  /** The marks of one person are numbered in the order of commits. */
  markMessage(asked: AskedMarking): Promise<MarkingResult>;
  readMarksNumber(personId: UserId): Promise<{ epoch: string; number: number }>;
  /** The first `limit` marks after a number, in their order. */
  listMarks(personId: UserId, asked: { after: number; limit: number }): Promise<Mark[]>;
  /** The last `limit` that were saved, or were before a number, latest first. */
  listSaved(personId: UserId, asked: { before: number; limit: number }): Promise<SavedMessage[]>;
}
