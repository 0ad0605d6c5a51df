/**
 * The unsent messages as the query `['outbox']`: their mutations' variables and meta together, since Devtools shows no
 * meta.
 */
import type { QueryClient } from '@tanstack/react-query';
import { pushedQuery } from '../backend/pushed.ts';
import { writeData } from '../cache/write.ts';
import { outgoingOf } from '../outbox/outgoing.ts';
import type { UserId } from '../protocol/entities.ts';
import { nameOf } from './describe-changes.ts';

interface UnsentMessage {
  conversation: UserId;
  /** The other person's name. */
  to: string | undefined;
  createdAt: string;
  /** Starts at 1; 0 before the first. */
  attempt: number;
  waitsFor: string;
  /** ISO 8601. */
  nextTryAt?: string;
}

export const outboxQuery = () =>
  pushedQuery<Readonly<Record<string, UnsentMessage>>>(['outbox'], () => ({}));

/** A mutation's meta is written shortly after its event. */
const SETTLE_MS = 20;

export function followOutbox(queryClient: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    timer = undefined;
    writeData(queryClient, outboxQuery().queryKey, describeUnsent(queryClient));
  };
  update();
  const stop = queryClient.getMutationCache().subscribe(() => {
    timer ??= setTimeout(update, SETTLE_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

function describeUnsent(queryClient: QueryClient): Record<string, UnsentMessage> {
  const mutations = queryClient.getMutationCache().getAll();
  const entries = mutations.flatMap(({ state, meta }) => {
    const outgoing = outgoingOf(state);
    if (!outgoing) return [];
    const { key, peerId, createdAt } = outgoing;
    const { delivery } = meta ?? {};
    const failure = state.status === 'error' && `Retry or Discard: ${state.error?.message}`;
    return [
      [
        key,
        {
          conversation: peerId,
          to: nameOf(queryClient, peerId),
          createdAt,
          attempt: delivery?.attempt ?? 0,
          waitsFor: failure || (delivery?.waitsFor ?? 'its turn'),
          ...(delivery?.nextTryAt !== undefined && { nextTryAt: delivery.nextTryAt }),
        },
      ],
    ];
  });
  return Object.fromEntries(entries);
}
