/**
 * Sending to a plain server, which knows no keys. A try whose answer was lost may have been stored: so the next one
 * looks for the message first. Reading marks the other's messages as seen, so it waits until the person looks.
 */
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/errors.ts';
import { withCause } from '../../cache/write.ts';
import { getConversation, receiveAnswer } from '../../conversation/conversation.ts';
import { PAGE, readMessages, readPage } from '../../conversation/fetch.ts';
import { messageKeys } from '../../conversation/message-keys.ts';
import { listMessages } from '../../conversation/patches/conversation.ts';
import type { Message, MessageContent, MessageId, UserId } from '../../protocol/entities.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { isAttended } from '../../stores/attention.ts';
import { untilLookedAt } from './reading.ts';

interface Unanswered {
  senderId: UserId;
  peerId: UserId;
  content: MessageContent;
}

/** The messages that look like this one before its first try; undefined: the conversation is not loaded. */
export async function findAlike(
  queryClient: QueryClient,
  unsent: Unanswered,
): Promise<readonly MessageId[] | undefined> {
  const { peerId } = unsent;
  const history = queryClient.getQueryCache().find({ queryKey: messageKeys.history(peerId) });
  // If nobody looks at the conversation, its fetch may wait for that.
  if (isAttended(peerId)) await history?.promise?.catch(() => undefined);
  const conversation = getConversation(queryClient, peerId);
  const isMeant = (message: Message) => isAlike(message, unsent);
  return (
    conversation &&
    listMessages(conversation)
      .filter(isMeant)
      .map(({ _id }) => _id)
  );
}

/** The message of an earlier try, if the server has it. */
export async function findStored(
  queryClient: QueryClient,
  unsent: Unanswered,
  alike: readonly MessageId[] | undefined,
  signal: AbortSignal,
): Promise<Message | undefined> {
  const { peerId } = unsent;
  if (!alike) {
    throw new ApiError({
      kind: 'rejected',
      message: 'No answer came. Please check whether the message is there before you retry.',
    });
  }
  await untilLookedAt(peerId, signal);
  const { messages } = await readMessages(queryClient, peerId, () =>
    readPage(peerId, { limit: LIMITS.pageSize }, signal),
  );
  withCause(PAGE, () => receiveAnswer(queryClient, peerId, messages));
  const conversation = getConversation(queryClient, peerId);
  const known = conversation ? listMessages(conversation) : messages;
  // A message with a key had its answer in this window.
  return known.find(
    (message) =>
      message.key === undefined && !alike.includes(message._id) && isAlike(message, unsent),
  );
}

/** A server stores a picture under its own address, so any picture may be the one. */
const isAlike = ({ senderId, text, image }: Message, unsent: Unanswered): boolean =>
  senderId === unsent.senderId &&
  ('text' in unsent.content ? text?.trim() === unsent.content.text.trim() : image !== undefined);
