/**
 * The open outboxes: one per cache, while somebody is signed in. Separate from opening them, so that code that only
 * finds or closes one does not bring their code into the first load.
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
