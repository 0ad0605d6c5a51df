/**
 * The calls of one try to send a message, and how earlier tries are found on the server.
 *
 * With the feature `idempotency` a message carries its key, and may be sent any number of times. Without it, a try
 * whose answer was lost may have been stored: so the next try first searches the conversation. Fetching that marks the
 * other's messages as seen, so it must wait until this person looks at the conversation, unless the server has `peek`.
 */
import type { QueryClient } from '@tanstack/react-query';
import { checkSession } from '../api/auth.ts';
import { ApiError } from '../api/errors.ts';
import * as api from '../api/messages.ts';
import { isTransient } from '../api/retry.ts';
import { makeUploadFetch } from '../api/upload-fetch.ts';
import { getFeatures, hasFeature, isCutOff } from '../backend/connection.ts';
import { withCause } from '../cache/write.ts';
import { untilLookedAt } from '../conversation/attention.ts';
import { getConversation, receiveAnswer } from '../conversation/conversation.ts';
import type { ConversationMessage, MessageList } from '../conversation/entities.ts';
import { PAGE, readMessages, readPage } from '../conversation/fetch.ts';
import {
  findLastKnown,
  isAwaited,
  type LastKnown,
} from '../conversation/patches/awaited-message.ts';
import { listMessages } from '../conversation/patches/conversation.ts';
import { untilFeatures, untilLoaded } from '../conversation/wait.ts';
import type { Message, MessageId, UserId } from '../protocol/entities.ts';
import { LIMITS } from '../protocol/limits.ts';
import { authQueries } from '../session/auth.ts';
import { setUploadProgress } from '../stores/upload-progress.ts';
import type { Outgoing } from './outgoing.ts';
import type { PriorTries } from './storage.ts';

/** The shortest time for which a server keeps a key, in ms. */
export const KEYS_LAST_MS = 24 * 60 * 60 * 1000;

/**
 * Rejects without a server. While the connection is lost, a call that changes nothing goes first: what has never left
 * the device can still be changed or taken back.
 */
export async function proveReachable(queryClient: QueryClient, signal: AbortSignal): Promise<void> {
  if (!isCutOff(queryClient)) return;
  try {
    await checkSession(signal);
  } catch (cause) {
    throw isTransient(cause) ? cause : unreachable(cause);
  }
}

const unreachable = (cause?: unknown) =>
  new ApiError({ kind: 'network', message: 'Can’t reach the server.', cause });

/** What a later try must know of the first one. Stored before that is sent: after a crash the next try must know. */
export async function beginTries(
  queryClient: QueryClient,
  peerId: UserId,
  signal: AbortSignal,
): Promise<PriorTries> {
  await untilFeatures(queryClient, signal);
  if (!hasHeard(queryClient)) throw unreachable();
  if (!hasFeature(queryClient, 'idempotency')) await untilLoaded(queryClient, peerId, signal);
  const isKeyed = hasFeature(queryClient, 'idempotency');
  return isKeyed ? { isKeyed } : { isKeyed, after: lastKnownOf(queryClient, peerId) };
}

/** Sends a message. */
export async function post(
  { key, peerId, content, forwardOf }: Outgoing,
  { isKeyed, replyTo }: { isKeyed: boolean; replyTo: MessageId | undefined },
): Promise<Message> {
  const isUpload = 'image' in content && forwardOf === undefined;
  try {
    return await api.sendMessage(peerId, content, {
      ...(replyTo !== undefined && { replyTo }),
      ...(forwardOf !== undefined && { forwardOf }),
      idempotencyKey: isKeyed ? key : undefined,
      fetch: isUpload ? makeUploadFetch((part) => setUploadProgress(key, part)) : undefined,
    });
  } finally {
    setUploadProgress(key, null);
  }
}

/** The message of an earlier try, if the server has it. */
export function findEarlier(
  queryClient: QueryClient,
  outgoing: Outgoing,
  prior: PriorTries,
  signal: AbortSignal,
): Promise<Message | undefined> {
  return prior.isKeyed
    ? findForgotten(queryClient, outgoing, signal)
    : findStored(queryClient, outgoing, prior.after, signal);
}

/**
 * Whether anything has come from the server since the page began, which may show an earlier visit. Without it, a try
 * could neither carry a key nor be looked for after its answer was lost, so none is made.
 */
function hasHeard(queryClient: QueryClient): boolean {
  const checkedAt = queryClient.getQueryState(authQueries.me().queryKey)?.dataUpdatedAt ?? 0;
  return getFeatures(queryClient) !== null || checkedAt > 0;
}

/** The value of `AwaitedMessage.after`. */
export function lastKnownOf(
  queryClient: QueryClient,
  peerId: UserId,
): LastKnown | null | undefined {
  const conversation = getConversation(queryClient, peerId);
  return conversation && findLastKnown(conversation);
}

/**
 * Whether the server may have stored a message despite the error. A 503 of the server itself means that it has not; but
 * a proxy also answers 503 if it got no answer.
 */
export function mayBeStored(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  if (error.kind !== 'http') return error.kind === 'network';
  const isSurelyNot = error.status === 503 && error.isRefusal;
  return error.status !== undefined && error.status >= 500 && !isSurelyNot;
}

/** Searches the conversation for a message from an earlier try. */
async function findStored(
  queryClient: QueryClient,
  outgoing: Outgoing,
  after: LastKnown | null | undefined,
  signal: AbortSignal,
): Promise<Message | undefined> {
  const { peerId } = outgoing;
  if (after === undefined) {
    throw new ApiError({
      kind: 'rejected',
      message: 'No answer came. Please check whether the message is there before you retry.',
    });
  }
  const messages = await readNewest(queryClient, peerId, signal);
  withCause(PAGE, () => receiveAnswer(queryClient, peerId, messages));
  return knownMessages(queryClient, peerId, messages).find((message) =>
    isAwaited(message, { ...outgoing, after }),
  );
}

/**
 * The same if the server may have dropped the key. Only for texts: any later picture could be the awaited one, and a
 * lost message is worse than a duplicate.
 */
async function findForgotten(
  queryClient: QueryClient,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<Message | undefined> {
  const isForgotten = ({ createdAt }: { createdAt: string }) =>
    Date.parse(createdAt) < Date.now() - KEYS_LAST_MS;
  if (!isForgotten(outgoing) || !('text' in outgoing.content)) return undefined;
  const messages = await readNewest(queryClient, outgoing.peerId, signal);
  return messages.find((message) => isForgotten(message) && isAwaited(message, outgoing));
}

async function readNewest(
  queryClient: QueryClient,
  peerId: UserId,
  signal: AbortSignal,
): Promise<MessageList> {
  const peek = hasFeature(queryClient, 'peek');
  if (!peek) await untilLookedAt(peerId, signal);
  const query = { limit: LIMITS.pageSize, ...(peek && { peek: true }) };
  const { messages } = await readMessages(queryClient, peerId, () =>
    readPage(peerId, query, signal),
  );
  return messages;
}

/** The cache knows which messages already have their answer here; an answer alone does not. */
function knownMessages(
  queryClient: QueryClient,
  peerId: UserId,
  answer: MessageList,
): readonly ConversationMessage[] {
  const conversation = getConversation(queryClient, peerId);
  return conversation ? listMessages(conversation) : answer;
}
