/** Mark as read, a button of a notification. */
import type { QueryClient } from '@tanstack/react-query';
import { delayRetry, isTransient } from '../api/errors.ts';
import { readConversation } from '../api/messages.ts';
import { hasOutage } from '../backend/connection.ts';
import { addMutation, withCause } from '../cache/write.ts';
import type { UserId } from '../protocol/entities.ts';

const RETRIES = 3;

/**
 * Marks all messages of a person as seen, also those that do not fit on the screen. The server tells it to all windows of
 * this account, so also to this one. The cache's global error handler notifies a failure.
 */
export async function markRead(queryClient: QueryClient, userId: UserId): Promise<void> {
  await withCause({ kind: 'reader', name: 'marks as read' }, () =>
    addMutation(queryClient, {
      mutationKey: ['seen', userId],
      mutationFn: () => readConversation(userId, { limit: 1 }),
      retry: (count, error) => isTransient(error) && (count < RETRIES || hasOutage(queryClient)),
      retryDelay: delayRetry,
    }),
  )
    .execute(undefined)
    .catch(() => undefined);
}
