/** The calls about what has changed (extension `changes`). */
import type { Behind, BehindRequest, Changes, Cursor } from '../protocol/changes.ts';
import type { UserId } from '../protocol/entities.ts';
import type { BehindResponse, ChangesResponse } from '../protocol/http.ts';
import { paths, pathTo } from '../protocol/http.ts';
import { LIMITS } from '../protocol/limits.ts';
import { call } from './client.ts';
import { toMessage } from './to-message.ts';

/** Fetches the messages with `userId` that have changed since a cursor. Marks nothing as seen. */
export async function readChanges(
  userId: UserId,
  changedAfter: Cursor,
  signal: AbortSignal,
): Promise<Changes> {
  const answer = await call<ChangesResponse>({
    method: 'get',
    path: pathTo(paths.conversation, userId),
    searchParams: { changedAfter, limit: LIMITS.pageSize },
    expects: { cursor: 'string', summary: 'object' },
    signal,
  });
  const { cursor, summary, messages, hasMore = false } = answer;
  if (answer.reset || !messages) return { reset: true, cursor, summary };
  return {
    messages: messages.flatMap((message) => toMessage(message) ?? []),
    hasMore,
    cursor,
    summary,
  };
}

/** Tells the server what this window knows; the answer has what is not so. */
export async function tellKnown(known: BehindRequest, signal: AbortSignal): Promise<Behind> {
  return call<BehindResponse>({
    method: 'post',
    path: paths.behind,
    json: known,
    expects: { conversations: 'object' },
    signal,
  });
}
