/** Messages for tests: the higher the number, the later. */
import type { QueryClient } from '@tanstack/react-query';
import { getConversation } from '../../../src/conversation/conversation.ts';
import type { Message } from '../../../src/protocol/entities.ts';

export const ME = 'a'.repeat(24);
export const PEER = 'b'.repeat(24);

const START = Date.UTC(2026, 0, 1);

/** 24 hex digits, as this server's. */
export const idOf = (number: number): string => number.toString(16).padStart(24, '0');

/** From the peer, not seen, one second after the message before it. */
export function makeMessage(number: number, overrides: Partial<Message> = {}): Message {
  return {
    _id: idOf(number),
    change: number,
    senderId: PEER,
    text: `message ${number}`,
    seen: false,
    createdAt: new Date(START + number * 1000).toISOString(),
    ...overrides,
  };
}

/** Messages `from` to `to`, both included. */
export function makeMessages(
  from: number,
  to: number,
  overrides: Partial<Message> = {},
): Message[] {
  return Array.from({ length: to - from + 1 }, (_, index) => makeMessage(from + index, overrides));
}

export const numbersOf = (messages: readonly Message[]): number[] =>
  messages.map(({ _id }) => Number.parseInt(_id, 16));

/** What is loaded of a conversation, oldest first. */
export function listLoaded(queryClient: QueryClient, peerId = PEER): Message[] {
  const { history, tail = [] } = getConversation(queryClient, peerId) ?? {};
  return [...(history?.pages.flat() ?? []), ...tail];
}
