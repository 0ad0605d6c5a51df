/** The calls of feature `search`. */
import type { Message, UserId } from '../protocol/entities.ts';
import type {
  FieldsOf,
  FirstQuery,
  FirstResponse,
  SearchQuery,
  SearchResponse,
} from '../protocol/http.ts';
import { paths, pathTo } from '../protocol/http.ts';
import { call } from './client.ts';
import { toMessage } from './to-message.ts';

export async function searchConversation(
  userId: UserId,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<FieldsOf<SearchResponse>> {
  const { messages, ...answer } = await call<SearchResponse>({
    method: 'get',
    path: pathTo(paths.search, userId),
    searchParams: { ...query },
    expects: { messages: 'array' },
    signal,
  });
  return { ...answer, messages: messages.flatMap((message) => toMessage(message) ?? []) };
}

/** The first message since a time; undefined if nothing was sent since. */
export async function findFirst(
  userId: UserId,
  query: FirstQuery,
  signal: AbortSignal,
): Promise<Message | undefined> {
  const { first } = await call<FirstResponse>({
    method: 'get',
    path: pathTo(paths.first, userId),
    searchParams: { ...query },
    expects: {},
    signal,
  });
  return first && toMessage(first);
}
