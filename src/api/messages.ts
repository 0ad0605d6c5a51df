/** The calls about the messages between the reader and another person. */
import type { Message, MessageContent, MessageId, UserId } from '../protocol/entities.ts';
import type {
  ConversationQuery,
  ConversationResponse,
  FieldsOf,
  MarkResponse,
  SendExtras,
  SendResponse,
} from '../protocol/http.ts';
import { IDEMPOTENCY_HEADER, paths, pathTo } from '../protocol/http.ts';
import { call } from './client.ts';
import { unreadable } from './errors.ts';
import { toMessage, toNewMessage } from './to-message.ts';

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
}

/** Sends one message. With `forwardOf`, the server takes the content of that message. */
export async function sendMessage(
  userId: UserId,
  content: MessageContent,
  { replyTo, forwardOf, idempotencyKey, fetch }: SendOptions = {},
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
  });
  const message = toNewMessage(answer.newMessage);
  if (!message) throw unreadable();
  return message;
}

/** Tells the server that a message was seen. */
export async function markSeen(messageId: MessageId): Promise<void> {
  await call<MarkResponse>({ method: 'put', path: pathTo(paths.mark, messageId), expects: {} });
}
