/**
 * The outboxes that are open: one for a cache, while somebody is signed in. Apart from opening them, so
 * that what only finds or closes one brings none of their code into the first load.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Outbox } from './outbox.ts';

const outboxes = new WeakMap<QueryClient, Outbox>();

export const findOutbox = (queryClient: QueryClient): Outbox | undefined =>
  outboxes.get(queryClient);

export function setOutbox(queryClient: QueryClient, outbox: Outbox): void {
  closeOutbox(queryClient);
  outboxes.set(queryClient, outbox);
}

export function closeOutbox(queryClient: QueryClient): void {
  outboxes.get(queryClient)?.close();
  outboxes.delete(queryClient);
}
