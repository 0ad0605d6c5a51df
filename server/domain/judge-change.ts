/** Whether a person may change a message for both. The stores ask under the lock of the conversation. */
import type { Change, Refusal } from './ports/changes.ts';

/** A message, as far as the rules need it, and the person who asks. */
export interface ChangeableMessage {
  isOwn: boolean;
  /** The person may see it: it is neither deleted, nor hidden from the person. */
  isShown: boolean;
  /** Null for a picture. */
  text: string | null;
  /** Of the text; 0: as it was sent. */
  version: number;
  /** The person's own. */
  emoji: string | null;
  /** The person has blocked the other one. */
  isBlocking: boolean;
}

/**
 * `same`: it is so already. What is not there, and what is hidden from the person, is `gone`. Who has blocked the other
 * may take back, but not write: as with new messages, the block has to end first.
 */
export function judgeChange(
  message: ChangeableMessage | undefined,
  change: Change,
): 'allowed' | 'same' | Refusal {
  if (!message?.isShown) return 'gone';
  if (!message.isOwn && change.kind !== 'react') return 'notOwn';
  if (change.kind === 'delete') return 'allowed';
  if (message.isBlocking) return 'blocked';
  if (change.kind === 'react') return message.emoji === change.emoji ? 'same' : 'allowed';
  if (message.text === null) return 'notText';
  // Before the version: a repeat whose key is forgotten is done if its text stands.
  if (message.text === change.text) return 'same';
  return message.version === change.version ? 'allowed' : 'outdated';
}
