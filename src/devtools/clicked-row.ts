/** What the ledger has to be filtered by to show the history of what was clicked. */
import type { QueryClient } from '@tanstack/react-query';
import { getConversation } from '../conversation/conversation.ts';
import { listMessages } from '../conversation/patches/conversation.ts';
import { getSelectedUserId } from '../stores/selection.ts';

/** Undefined: nothing that has a history was clicked. */
export function filterFor(
  queryClient: QueryClient,
  target: EventTarget | null,
): string | undefined {
  if (!(target instanceof Element)) return undefined;
  const find = (selector: string) => target.closest<HTMLElement>(selector);
  const { userId } = find('[data-user-id]')?.dataset ?? {};
  if (userId !== undefined) return find('[data-badge]') ? `unseen ${userId}` : `users ${userId}`;
  const quote = find('[data-of]');
  if (quote) return quote.dataset.of;
  const row = find('[data-key]');
  if (!row) return undefined;
  const ids = idsOf(queryClient, row.dataset.key ?? '');
  if (find('[data-emoji]')) return `${ids} reaction|react`;
  if (find('.meta') && row.dataset.own === 'true') return `${ids} delivered|seen`;
  return ids;
}

/** The row of a message that was sent from here has the outbox's key, and its writes have either. */
function idsOf(queryClient: QueryClient, key: string): string {
  const conversation = getConversation(queryClient, getSelectedUserId() ?? '');
  const messages = conversation ? listMessages(conversation) : [];
  const id = messages.find((message) => message.key === key)?._id;
  return id === undefined ? key : `${id}|${key}`;
}

/** Whether a text has each word of a filter; `a|b` is there if either is. */
export function matches(text: string, filter: string): boolean {
  const words = filter.toLowerCase().split(/\s+/);
  return words.every((word) => word.split('|').some((one) => text.toLowerCase().includes(one)));
}
