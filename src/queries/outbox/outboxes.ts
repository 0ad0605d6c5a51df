/** The outbox of each cache, while somebody is signed in. */
import type { QueryClient } from '@tanstack/react-query';
import type { UserId } from '../../protocol/entities.ts';
import { createOutbox, type Outbox } from './outbox.ts';

const outboxes = new WeakMap<QueryClient, Outbox>();

export function outboxOf(queryClient: QueryClient): Outbox {
  const outbox = outboxes.get(queryClient);
  if (!outbox) throw new Error('There is no outbox while nobody is signed in.');
  return outbox;
}

export const findOutbox = (queryClient: QueryClient): Outbox | undefined =>
  outboxes.get(queryClient);

/** Opens the outbox of an account and takes up what was left unsent. */
export function openOutbox(queryClient: QueryClient, accountId: UserId): void {
  closeOutbox(queryClient);
  const outbox = createOutbox(queryClient, accountId);
  outboxes.set(queryClient, outbox);
  void outbox.adopt();
}

export function closeOutbox(queryClient: QueryClient): void {
  outboxes.get(queryClient)?.close();
  outboxes.delete(queryClient);
}
