/**
 * The calls for what a person does with a message that exists, each a feature. All carry the operation's key, the same
 * on each retry.
 */
import {
  type Acted,
  type Behind,
  type BehindRequest,
  type Changes,
  type Cursor,
  type EditRequest,
  MAX_CHANGES,
  type ReactRequest,
} from '../protocol/changes.ts';
import type { MessageId, UserId } from '../protocol/entities.ts';
import {
  type ActResponse,
  type BehindResponse,
  type ChangesResponse,
  IDEMPOTENCY_HEADER,
  paths,
  pathTo,
} from '../protocol/http.ts';
import { call } from './client.ts';
import type { ApiError } from './errors.ts';
import { toMessage } from './messages.ts';

export const editMessage = (id: MessageId, request: EditRequest, key: string): Promise<Acted> =>
  act(pathTo(paths.edit, id), request, key);

export const deleteMessage = (id: MessageId, key: string): Promise<Acted> =>
  act(pathTo(paths.deleteMessage, id), {}, key);

export const reactTo = (id: MessageId, request: ReactRequest, key: string): Promise<Acted> =>
  act(pathTo(paths.react, id), request, key);

async function act(path: string, json: object, key: string): Promise<Acted> {
  const headers = { [IDEMPOTENCY_HEADER]: key };
  return toActed(await call<ActResponse>({ method: 'put', path, json, headers, expects: {} }));
}

/** What the server says beside a refusal: the newer text. */
export const actedBeside = ({ answer }: ApiError): Acted =>
  typeof answer === 'object' && answer !== null ? toActed(answer) : {};

function toActed({ changed, version }: Acted): Acted {
  const message = changed && toMessage(changed.message);
  return {
    ...(changed && message && { changed: { ...changed, message } }),
    ...(version !== undefined && { version }),
  };
}

// The calls about what has changed (extension `changes`).

/** Fetches the messages with `userId` that have changed since a cursor. Marks nothing as seen. */
export async function readChanges(
  userId: UserId,
  changedAfter: Cursor,
  signal: AbortSignal,
): Promise<Changes> {
  const answer = await call<ChangesResponse>({
    method: 'get',
    path: pathTo(paths.conversation, userId),
    searchParams: { changedAfter, limit: MAX_CHANGES },
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
export async function reportKnown(known: BehindRequest, signal: AbortSignal): Promise<Behind> {
  return call<BehindResponse>({
    method: 'post',
    path: paths.behind,
    json: known,
    expects: { conversations: 'object' },
    signal,
  });
}
