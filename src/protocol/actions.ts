/**
 * What a person does with a message that exists: edit, delete and react. Every call sets
 * a state and never toggles one, and carries `Idempotency-Key`, so repeats and other orders end in the same state. A
 * refusal is a 403 (not theirs, blocked), a 404 (the message is gone, or never was there for this
 * person) or a 409 (the text has a newer version, which the answer carries).
 */
import type { Summary } from './changes.ts';
import type { Message, UserId } from './entities.ts';

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
