/** The calls about the messages between the reader and another person. */
import type { Message, MessageContent, MessageId, Quote, UserId } from '../protocol/entities.ts';
import type { Arrival } from '../protocol/events.ts';
import {
  type ConversationQuery,
  type ConversationResponse,
  type FieldsOf,
  type FirstQuery,
  type FirstResponse,
  IDEMPOTENCY_HEADER,
  type MarkResponse,
  type PicturesQuery,
  type PicturesResponse,
  paths,
  pathTo,
  type SearchQuery,
  type SearchResponse,
  type SendExtras,
  type SendResponse,
} from '../protocol/http.ts';
import { locatePicture } from './address.ts';
import { call } from './client.ts';
import { unreadable } from './errors.ts';

/** A picture may be sent over a slow connection. */
const IMAGE_DEADLINE_MS = 120_000;

/** Fetches messages with `userId`. Without `peek`, or from a plain backend, this marks them as seen. */
export async function readConversation(
  userId: UserId,
  query: ConversationQuery,
  signal?: AbortSignal,
): Promise<FieldsOf<ConversationResponse>> {
  const { messages, ...answer } = await call<ConversationResponse>({
    method: 'get',
    path: pathTo(paths.conversation, userId),
    searchParams: { ...query },
    expects: { messages: 'array' },
    ...(signal && { signal }),
  });
  return { ...answer, messages: messages.flatMap((message) => toMessage(message) ?? []) };
}

interface SendOptions extends SendExtras {
  /** Only for a server with this feature. */
  idempotencyKey?: string | undefined;
  /** As in `Call`. */
  fetch?: typeof fetch | undefined;
  signal?: AbortSignal;
}

/** Sends one message. With `forwardOf`, the server takes the content of that message. */
export async function sendMessage(
  userId: UserId,
  content: MessageContent,
  { replyTo, forwardOf, idempotencyKey, fetch, signal }: SendOptions = {},
): Promise<Message> {
  const answer = await call<SendResponse>({
    method: 'post',
    path: pathTo(paths.send, userId),
    json: {
      ...(forwardOf === undefined ? content : { forwardOf }),
      ...(replyTo !== undefined && { replyTo }),
    },
    expects: { newMessage: 'object' },
    ...('image' in content && { deadlineMs: IMAGE_DEADLINE_MS }),
    ...(idempotencyKey !== undefined && { headers: { [IDEMPOTENCY_HEADER]: idempotencyKey } }),
    ...(fetch && { fetch }),
    ...(signal && { signal }),
  });
  const message = toNewMessage(answer.newMessage);
  if (!message) throw unreadable();
  return message;
}

/** Tells the server that a message was seen. */
export async function markSeen(messageId: MessageId): Promise<void> {
  await call<MarkResponse>({ method: 'put', path: pathTo(paths.mark, messageId), expects: {} });
}

// The calls of feature `search`.

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

// The call of feature `pictures`.

/** Messages with a picture, oldest first: the newest ones, or those before one. */
export async function readPictures(
  userId: UserId,
  query: PicturesQuery,
  signal: AbortSignal,
): Promise<FieldsOf<PicturesResponse>> {
  const { messages, ...answer } = await call<PicturesResponse>({
    method: 'get',
    path: pathTo(paths.pictures, userId),
    searchParams: { ...query },
    expects: { messages: 'array' },
    signal,
  });
  return { ...answer, messages: messages.flatMap((message) => toMessage(message) ?? []) };
}

// Converts a message of any backend to the app's form: times in one format, and absent content where some send null
// or an empty text. Undefined for an invalid message.

/** `unknownMoment` replaces an invalid time. */
export function toMessage(sent: Arrival, unknownMoment = ''): Arrival | undefined {
  if (typeof sent?._id !== 'string' || typeof sent.senderId !== 'string') return undefined;
  const { text, image, createdAt, replyTo, key, ...rest } = sent;
  return {
    ...rest,
    createdAt: toMoment(createdAt) ?? unknownMoment,
    // Nobody has to see what is left of a deleted message.
    ...(sent.deleted && { seen: true }),
    ...(isWritten(text) && { text }),
    ...(isWritten(image) && { image: toAddress(image) }),
    // A plain server may have a field of this name with another meaning.
    ...(key !== undefined && sent.change !== undefined && { key }),
    ...(replyTo && { replyTo: toQuote(replyTo) }),
  };
}

const toQuote = ({ image, ...quote }: Quote): Quote =>
  isWritten(image) ? { ...quote, image: toAddress(image) } : quote;

const toAddress = (image: string): string =>
  import.meta.env.PUBLIC_API_URL ? locatePicture(image) : image;

/** A message that has just arrived. */
export const toNewMessage = (sent: Arrival): Arrival | undefined =>
  toMessage(sent, new Date().toISOString());

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Times are compared as text, so all precisions and zones get one format. */
function toMoment(sent: unknown): string | undefined {
  if (typeof sent === 'string' && ISO.test(sent)) return sent;
  if (typeof sent !== 'string' && typeof sent !== 'number') return undefined;
  const date = new Date(sent);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const isWritten = (content: unknown): content is string =>
  typeof content === 'string' && content !== '';
