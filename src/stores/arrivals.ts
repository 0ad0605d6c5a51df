/** What becomes of the messages of others, for whoever tells the person of them. Nothing is kept. */
import type { Message } from '../protocol/entities.ts';

type Listener = (message: Message) => void;

const listeners = new Set<Listener>();

/** Call it once for each message, however often it was told. */
export function noteArrival(message: Message): void {
  for (const listener of listeners) listener(message);
}

/** Calls back with each message. Returns the function that unsubscribes. */
export function subscribeArrivals(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
