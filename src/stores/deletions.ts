/** Passes deleted messages to the code that has stored them on this device. Stores nothing. */
import type { MessageId, UserId } from '../protocol/entities.ts';

export interface Deletion {
  peerId: UserId;
  messageId: MessageId;
  /** Address of its picture on the server, if this window knows it. */
  image: string | undefined;
}

type Listener = (deletion: Deletion) => void;

const listeners = new Set<Listener>();

export function noteDeletion(deletion: Deletion): void {
  for (const listener of listeners) listener(deletion);
}

/** Calls back with each deleted message. Returns a function that unsubscribes. */
export function subscribeDeletions(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
