/**
 * Extension `changes`: how a client learns what changed in a conversation since it last heard of it. Messages have
 * numbers, and each change of one gives it the next number. A person's number in a conversation is that of the last
 * change that this person may see.
 */
import type { Message, MessageId, UserId } from './entities.ts';

/** `EPOCH.NUMBER`: all changes up to this number are known. The epoch is the store's, other after a restored backup. */
export type Cursor = string;

export interface CursorParts {
  epoch: string;
  number: number;
}

const CURSOR = /^([0-9a-f]{16})\.(0|[1-9]\d{0,15})$/;

/** Undefined if it is not a cursor. */
export function parseCursor(cursor: string): CursorParts | undefined {
  const [, epoch, number] = CURSOR.exec(cursor) ?? [];
  return epoch === undefined ? undefined : { epoch, number: Number(number) };
}

export const formatCursor = ({ epoch, number }: CursorParts): Cursor => `${epoch}.${number}`;

/**
 * What one of two people is told of their conversation beside its messages, always as a whole: of several, the one with
 * the greatest version holds (in one epoch). A position is the id of a message: it and all before it.
 */
export interface Summary {
  /** Grows with every change of what follows. */
  version: number;
  /** Count of messages that this person has not seen. */
  unseen: number;
  /** Up to which message this person has seen the other's. */
  ownSeen?: MessageId;
  /** Up to which message the other has seen and received this person's, as far as it is told. */
  seen?: MessageId;
  delivered?: MessageId;
  /** Newest message that this person may see. */
  newest?: MessageId;
}

/** Most changes that are told one by one; with more, the newest page is read anew. */
export const MAX_CHANGES = 500;

/** Beside an answer with messages. */
export interface Known {
  /** Everything up to it is in the answer, or was before. */
  cursor: Cursor;
  summary: Summary;
}

/**
 * GET messages/{userId}?changedAfter=CURSOR: the messages changed since, each once and as it is now, in the order of their
 * changes. `reset`: the cursor does not lead to what is there, so the client begins anew with the newest page.
 */
export type Changes = ({ reset: true } | { messages: Message[]; hasMore: boolean }) & Known;

/** What a client knows of a conversation: its cursor, and the version of its summary (0: it has none). */
export interface KnownState {
  cursor: Cursor;
  version: number;
}

/** POST messages/behind: what a client knows when it connects. */
export interface BehindRequest {
  /** Of its stored and open conversations, at most `MAX_KNOWN`, the latest ones. */
  conversations: Record<UserId, KnownState>;
}

/** The conversations that are not as the client knows them. */
export interface Behind {
  conversations: Record<UserId, Known>;
}

/** Most conversations in one call. */
export const MAX_KNOWN = 500;

// What a person does with a message that exists: edit, delete and react. Every call sets a state and never toggles one,
// and carries `Idempotency-Key`, so repeats and other orders end in the same state. A refusal is a 403 (not theirs,
// blocked), a 404 (the message is gone, or never was there for this person) or a 409 (the text has a newer version, which
// the answer carries).

/** PUT messages/edit/{messageId} (extension `changes`). */
export interface EditRequest {
  text: string;
  /** `version` of the message whose text is changed; 0: as it was sent. */
  version: number;
}

/** PUT messages/react/{messageId} (extension `changes`): one emoji of each person; null takes it back. */
export interface ReactRequest {
  emoji: string | null;
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

/** An answer to a call of this file. */
export interface Acted {
  /** The message as it is now. Also beside a refusal with 409. */
  changed?: MessageChange;
  /** The version that this edit made, also when the answer is to a repeat and the text has changed since. */
  version?: number;
}
