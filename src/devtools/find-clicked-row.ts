import type { QueryClient } from '@tanstack/react-query';
import { getConversation } from '../conversation/conversation.ts';
import { listMessages } from '../conversation/patches/conversation.ts';
import type { MessageId } from '../protocol/entities.ts';
import { getSelectedUserId } from '../stores/selection.ts';

/** The id of the message whose row was clicked, if any. A row that was sent from here has the outbox's key. */
export function findClickedRow(
  queryClient: QueryClient,
  target: EventTarget | null,
): MessageId | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;
  const { key } = row?.dataset ?? {};
  const conversation = getConversation(queryClient, getSelectedUserId() ?? '');
  const messages = conversation ? listMessages(conversation) : [];
  return messages.find(({ outboxKey }) => key !== undefined && outboxKey === key)?._id ?? key;
}
