/**
 * One try to send a message, and what a later try must know of it.
 *
 * With the feature `idempotency` a message carries its key, and may be sent any number of times. Without it, a try
 * whose answer was lost may have been stored: so the next try first searches the conversation. Fetching that marks the
 * other's messages as seen, so it must wait until this person looks at the conversation, unless the server has `peek`.
 */
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/errors.ts';
import * as api from '../api/messages.ts';
import { hasFeature } from '../backend/connection.ts';
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
import type { Message, UserId } from '../protocol/entities.ts';
import { LIMITS } from '../protocol/limits.ts';
import { setUploadProgress } from '../stores/upload-progress.ts';
import type { Outgoing } from './outgoing.ts';
import { makeUploadFetch } from './upload-fetch.ts';

/** The shortest time for which a server keeps a key, in ms. */
const KEYS_LAST_MS = 24 * 60 * 60 * 1000;

/**
 * What earlier tries may have left on the server. If all had the key, another is safe while the server keeps it; else
 * `after` is that of `AwaitedMessage`, from the first try without a key.
 */
export type PriorTries =
  | { isKeyed: true }
  | { isKeyed: false; after: LastKnown | null | undefined };

export interface DeliveryContext {
  queryClient: QueryClient;
  /** Aborted when the session ends. */
  signal: AbortSignal;
  getPriorTries(key: string): PriorTries | undefined;
  /** Stores this, also on the device; undefined: nothing can be on the server. */
  setPriorTries(key: string, tries: PriorTries | undefined): Promise<void>;
  /** Throws if another window has taken the message over and will send it. */
  confirm(outgoing: Outgoing): Promise<void>;
  /** Called directly before the network call. Throws if the message was taken back meanwhile. */
  handOver(key: string): void;
  /** The server has refused the latest try. */
  handBack(key: string): void;
}

export async function deliver(outgoing: Outgoing, context: DeliveryContext): Promise<Message> {
  const { signal } = context;
  const { key, peerId, content } = outgoing;
  await context.confirm(outgoing);
  const earlier = context.getPriorTries(key);
  if (earlier) {
    const stored = await (earlier.isKeyed
      ? findForgotten(outgoing, context)
      : findStored(outgoing, earlier.after, context));
    if (stored) return stored;
  }
  const { isKeyed } = earlier ?? (await beginTries(outgoing, context));
  signal.throwIfAborted();
  context.handOver(key);
  try {
    const fetch =
      'image' in content ? makeUploadFetch((part) => setUploadProgress(key, part)) : undefined;
    const idempotencyKey = isKeyed ? key : undefined;
    return await api.sendMessage(peerId, content, { idempotencyKey, fetch });
  } catch (error) {
    if (!mayBeStored(error)) {
      context.handBack(key);
      if (!earlier && !isKeyed) await context.setPriorTries(key, undefined);
    }
    throw error;
  } finally {
    setUploadProgress(key, null);
  }
}

/** Stored before the message is sent: after a crash the next try must know. */
async function beginTries(outgoing: Outgoing, context: DeliveryContext): Promise<PriorTries> {
  const { queryClient, signal } = context;
  const { key, peerId } = outgoing;
  await untilFeatures(queryClient, signal);
  const isKeyed = hasFeature(queryClient, 'idempotency');
  if (!isKeyed) await untilLoaded(queryClient, peerId, signal);
  const tries = isKeyed ? { isKeyed } : { isKeyed, after: lastKnownOf(queryClient, peerId) };
  await context.setPriorTries(key, tries);
  return tries;
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
function mayBeStored(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  if (error.kind !== 'http') return error.kind === 'network';
  const isSurelyNot = error.status === 503 && error.isRefusal;
  return error.status !== undefined && error.status >= 500 && !isSurelyNot;
}

/** Searches the conversation for a message from an earlier try. */
async function findStored(
  outgoing: Outgoing,
  after: LastKnown | null | undefined,
  context: DeliveryContext,
): Promise<Message | undefined> {
  const { peerId } = outgoing;
  if (after === undefined) {
    throw new ApiError({
      kind: 'rejected',
      message: 'No answer came. Please check whether the message is there before you retry.',
    });
  }
  const messages = await readNewest(peerId, context);
  withCause(PAGE, () => receiveAnswer(context.queryClient, peerId, messages));
  return knownMessages(context.queryClient, peerId, messages).find((message) =>
    isAwaited(message, { ...outgoing, after }),
  );
}

/**
 * The same if the server may have dropped the key. Only for texts: any later picture could be the awaited one, and a
 * lost message is worse than a duplicate.
 */
async function findForgotten(
  outgoing: Outgoing,
  context: DeliveryContext,
): Promise<Message | undefined> {
  const isForgotten = ({ createdAt }: { createdAt: string }) =>
    Date.parse(createdAt) < Date.now() - KEYS_LAST_MS;
  if (!isForgotten(outgoing) || !('text' in outgoing.content)) return undefined;
  const messages = await readNewest(outgoing.peerId, context);
  return messages.find((message) => isForgotten(message) && isAwaited(message, outgoing));
}

async function readNewest(
  peerId: UserId,
  { queryClient, signal }: DeliveryContext,
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
