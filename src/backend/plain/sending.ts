/**
 * Sending to a plain server, which knows no keys. A try whose answer was lost may have been stored: so the next one
 * looks for the message first. Reading marks the other's messages as seen, so it waits until the person looks.
 */
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/errors.ts';
import { withCause } from '../../cache/write.ts';
import { getConversation, getLastKnown, receiveAnswer } from '../../conversation/conversation.ts';
import { PAGE, readMessages, readPage } from '../../conversation/fetch.ts';
import { messageKeys } from '../../conversation/message-keys.ts';
import {
  type AwaitedMessage,
  isAwaited,
  type LastKnown,
} from '../../conversation/patches/awaited-message.ts';
import { listMessages } from '../../conversation/patches/conversation.ts';
import type { Message, UserId } from '../../protocol/entities.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { isAttended } from '../../stores/attention.ts';
import { untilLookedAt } from './reading.ts';

/** What the search for a try without an answer must know from before it. */
export async function findLastBefore(
  queryClient: QueryClient,
  peerId: UserId,
): Promise<LastKnown | null | undefined> {
  const history = queryClient.getQueryCache().find({ queryKey: messageKeys.history(peerId) });
  // If nobody looks at the conversation, its fetch may wait for that.
  if (isAttended(peerId)) await history?.promise?.catch(() => undefined);
  return getLastKnown(queryClient, peerId);
}

/** The message of an earlier try, if the server has it. `after`: as it was before the first try. */
export async function findStored(
  queryClient: QueryClient,
  outgoing: AwaitedMessage & { peerId: UserId },
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
  await untilLookedAt(peerId, signal);
  const { messages } = await readMessages(queryClient, peerId, () =>
    readPage(peerId, { limit: LIMITS.pageSize }, signal),
  );
  withCause(PAGE, () => receiveAnswer(queryClient, peerId, messages));
  // The cache knows which messages already have their answer here; an answer alone does not.
  const conversation = getConversation(queryClient, peerId);
  const known = conversation ? listMessages(conversation) : messages;
  return known.find((message) => isAwaited(message, { ...outgoing, after }));
}
