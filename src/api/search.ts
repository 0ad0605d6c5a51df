/** The calls of extension `search`. */
import type { Message, MessageId, UserId } from '../protocol/entities.ts';
import type { FirstQuery, SearchQuery } from '../protocol/http.ts';
import { paths } from '../protocol/http.ts';
import { call } from './client.ts';
import { toMessage } from './to-message.ts';

export interface SearchAnswer {
  /** The latest first. */
  messages: Message[];
  /** How far back it came; absent: to the beginning. Where it can go on, `before` this message. */
  reached?: { messageId?: MessageId; createdAt: string };
}

export async function searchConversation(
  userId: UserId,
  query: SearchQuery,
  signal?: AbortSignal,
): Promise<SearchAnswer> {
  const { messages, ...answer } = await call<SearchAnswer>({
    method: 'get',
    path: paths.search(userId),
    searchParams: { ...query },
    expects: { messages: 'array' },
    ...(signal && { signal }),
  });
  return { ...answer, messages: messages.flatMap((message) => toMessage(message) ?? []) };
}

/** The first message since a moment; undefined when nothing was sent since. */
export async function findFirst(
  userId: UserId,
  query: FirstQuery,
  signal?: AbortSignal,
): Promise<Message | undefined> {
  const { first } = await call<{ first?: Message }>({
    method: 'get',
    path: paths.first(userId),
    searchParams: { ...query },
    expects: {},
    ...(signal && { signal }),
  });
  return first && toMessage(first);
}
