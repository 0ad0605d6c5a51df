/**
 * What a person does with a message that exists: edit, delete, react, save, and clearing a conversation. Every call sets
 * a state and never toggles one, and carries `Idempotency-Key`, so repeats and other orders end in the same state. A
 * refusal is a 403 (not theirs, blocked, too late to edit), a 404 (the message is gone, or never was there for this
 * person) or a 409 (the text has a newer version, which the answer carries).
 */
import type { Summary } from './changes.ts';
import type { Message, MessageId, UserId } from './entities.ts';

/** How long after sending the author may edit a text, in ms. */
export const EDITABLE_MS = 48 * 60 * 60_000;

/** PUT messages/edit/{messageId} (extension `edit`). */
export interface EditRequest {
  text: string;
  /** `version` of the message whose text is changed; 0: as it was sent. */
  version: number;
}

/** PUT messages/delete/{messageId} (extension `deleteMessages`). Only the author deletes for both. */
export interface DeleteRequest {
  for: 'me' | 'both';
}

/** PUT messages/react/{messageId} (extension `react`): one emoji of each person; null takes it back. */
export interface ReactRequest {
  emoji: string | null;
}

/** PUT messages/save/{messageId} (extension `save`): for this person alone. */
export interface SaveRequest {
  saved: boolean;
}

/** PUT messages/clear/{userId} (extension `clear`): for this person alone, all messages up to this one. */
export interface ClearRequest {
  upTo: MessageId;
}

/**
 * A message after a change. `before` is this person's number in the conversation before that change; without it, the
 * change is not the next one of the cursor (the answer to a repeat).
 */
export interface MessageChange {
  /** The other person of the conversation. */
  userId: UserId;
  message: Message;
  before?: number;
  epoch: string;
  summary?: Summary;
  /** During a block, towards the blocker: no notification and no announcement. */
  quiet?: boolean;
}

/** What a person has marked for themselves alone; each mark replaces the one before of the same message. */
export interface Mark {
  /** The number of this mark among those of the person. */
  number: number;
  /** The other person of the conversation. */
  userId: UserId;
  messageId: MessageId;
  deleted?: boolean;
  saved?: boolean;
  /** All messages up to this one are deleted for the person. */
  clearedUpTo?: boolean;
}

/** Marks after a change; `before` as in a change of a message. */
export interface MarksChange {
  marks: Mark[];
  before?: number;
  epoch: string;
  /** Of the marks' conversation. */
  summary?: Summary;
}

/** An answer to a call of this file. */
export interface Acted {
  /** Of shared state: the message as it is now. Also beside a refusal with 409. */
  changed?: MessageChange;
  /** Of the person's own marks. */
  marked?: MarksChange;
  /** The version that this edit made, also when the answer is to a repeat and the text has changed since. */
  version?: number;
}

/** GET messages/marks?after=CURSOR: `reset`: forget all marks and begin with these. */
export interface Marks {
  reset?: boolean;
  marks: Mark[];
  hasMore: boolean;
  /** `EPOCH.NUMBER`, as of conversations: the number of the last mark that is known after this answer. */
  cursor: string;
}

/** GET messages/versions/{messageId} (extension `edit`): earlier texts, oldest first; at most `MAX_VERSIONS`. */
export interface Version {
  text: string;
  /** When it was written. */
  at: string;
}

/** Of one message, the versions that are kept: the oldest of more are deleted. */
export const MAX_VERSIONS = 20;

/** GET messages/saved?before=CURSOR (extension `save`): latest saved first. */
export interface SavedMessages {
  saved: { userId: UserId; message: Message; savedAt: string }[];
  /** For the next call; absent: there are no more. */
  before?: string;
}
