/**
 * What one incoming message costs in the Query cache, by the length of the conversation that is open:
 * the function that the event goes through, on a real client with observers, in plain Node.
 */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { receiveMessage } from '../../../src/conversation/conversation.ts';
import type { ConversationMessage, History } from '../../../src/conversation/entities.ts';
import { messageKeys } from '../../../src/conversation/message-keys.ts';
import { cutIntoPages } from '../../../src/conversation/patches/history.ts';
import { PAGE_SIZE } from '../../../src/protocol/limits.ts';
import { median } from '../statistics.ts';

export interface AppendPoint {
  messages: number;
  /** Median over batches of appends, in microseconds each. */
  microseconds: number;
}

const PEER = 'peer';
const BATCHES = 40;
/** Long enough for the tail to be sealed several times within each. */
const BATCH = 5 * PAGE_SIZE;

export function measureAppends(lengths: number[]): AppendPoint[] {
  // The first length warms the code up for all.
  const [first = 0] = lengths;
  measureAppend(first);
  return lengths.map((messages) => ({ messages, microseconds: measureAppend(messages) }));
}

function measureAppend(length: number): number {
  const queryClient = new QueryClient();
  const pages = cutIntoPages(Array.from({ length }, (_, index) => makeMessage(index)));
  queryClient.setQueryData<History>(messageKeys.history(PEER), { pages, hasOlder: false });
  queryClient.setQueryData(messageKeys.tail(PEER), []);
  const stops = [messageKeys.history(PEER), messageKeys.tail(PEER)].map((queryKey) =>
    new QueryObserver(queryClient, {
      queryKey,
      enabled: false,
      structuralSharing: false,
    }).subscribe(() => undefined),
  );
  let next = length;
  const times = Array.from({ length: BATCHES }, () => {
    const messages = Array.from({ length: BATCH }, (_, index) => makeMessage(next + index));
    next += BATCH;
    const began = performance.now();
    for (const message of messages) receiveMessage(queryClient, PEER, message);
    return ((performance.now() - began) / BATCH) * 1_000;
  });
  for (const stop of stops) stop();
  queryClient.clear();
  return median(times);
}

function makeMessage(index: number): ConversationMessage {
  return {
    _id: index.toString(16).padStart(24, '0'),
    senderId: PEER,
    receiverId: 'reader',
    text: `Message ${index}`,
    seen: true,
    createdAt: new Date(1_700_000_000_000 + index * 1_000).toISOString(),
  };
}
