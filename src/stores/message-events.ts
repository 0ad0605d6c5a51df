/** Passes new, deleted and edited messages to the code that notifies the person, or has stored them. Stores nothing. */
import type { QueryClient } from '@tanstack/react-query';
import type { Message, MessageId, Quote, UserId } from '../protocol/entities.ts';

export interface Deletion {
  peerId: UserId;
  messageId: MessageId;
  /** Address of its picture on the server, if this window knows it. */
  image: string | undefined;
}

/** A message was edited or deleted. */
interface QuoteChange {
  peerId: UserId;
  /** What a reply to it shows. */
  quote: Quote;
}

/** Messages of a conversation, as the server has them. */
export interface Rows {
  queryClient: QueryClient;
  peerId: UserId;
  messages: readonly Message[];
}

const arrivals = createNews<Message>();
const deletions = createNews<Deletion>();
const quotes = createNews<QuoteChange>();
const rows = createNews<Rows>();

/** Call it once for each message of another person, however often its event arrived. */
export const publishArrival = arrivals.publish;
/** Calls back with each message of another person. Returns a function that unsubscribes. */
export const subscribeArrivals = arrivals.subscribe;

export const publishDeletion = deletions.publish;
/** Calls back with each deleted message. Returns a function that unsubscribes. */
export const subscribeDeletions = deletions.subscribe;

/** May be called more than once for a message, and in any order. */
export const publishQuote = quotes.publish;
/** Calls back with each message that was edited or deleted. Returns a function that unsubscribes. */
export const subscribeQuotes = quotes.subscribe;

export const publishRows = rows.publish;
/** Calls back with all messages that come, by whatever way. Returns a function that unsubscribes. */
export const subscribeRows = rows.subscribe;

function createNews<Item>() {
  const listeners = new Set<(item: Item) => void>();
  return {
    publish(item: Item): void {
      for (const listener of listeners) listener(item);
    },
    subscribe(listener: (item: Item) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
