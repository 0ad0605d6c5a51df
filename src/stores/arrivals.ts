/** Passes messages of others to the code that notifies the person. Stores nothing. */
import type { Message } from '../protocol/entities.ts';

type Listener = (message: Message) => void;

const listeners = new Set<Listener>();

/** Call it once for each message, however often its event arrived. */
export function noteArrival(message: Message): void {
  for (const listener of listeners) listener(message);
}

/** Calls back with each message. Returns a function that unsubscribes. */
export function subscribeArrivals(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
