/** What becomes of the messages of others, for whoever tells the person of them. Nothing is kept. */
import type { Message, UserId } from '../protocol/entities.ts';

const arrivals = createSignal<Message>();
const readings = createSignal<UserId>();

/** Called once for each message, however often it was told. */
export const noteArrival = arrivals.tell;

/** Calls back with each message. Returns the function that unsubscribes. */
export const subscribeArrivals = arrivals.subscribe;

/** All messages of this person were seen in another window or on another device. */
export const noteSeenElsewhere = readings.tell;

/** Calls back with each such person. Returns the function that unsubscribes. */
export const subscribeSeenElsewhere = readings.subscribe;

function createSignal<News>() {
  const listeners = new Set<(news: News) => void>();
  return {
    tell(news: News): void {
      for (const listener of listeners) listener(news);
    },
    subscribe(listener: (news: News) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
