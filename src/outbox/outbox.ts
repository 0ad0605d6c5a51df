/**
 * Own messages that the server has not answered yet. Each is one TanStack mutation: those of one
 * conversation share a scope, so that they go out in the order they were written.
 */
import { type Mutation, notifyManager, type QueryClient } from '@tanstack/react-query';
import { v7 as uuidv7 } from 'uuid';
import { isTransient } from '../api/errors.ts';
import * as api from '../api/messages.ts';
import type { Message, MessageContent, UserId } from '../protocol/entities.ts';
import { receiveMessage } from '../queries/conversation.ts';
import type { OutgoingMessage } from '../queries/entities.ts';
import { messageKeys } from '../queries/message-keys.ts';
import { hasFeature } from '../queries/realtime.ts';
import { delayRetry } from '../query-client.ts';

export interface Outgoing {
  /** UUIDv7, from the first try to the last. */
  key: string;
  peerId: UserId;
  content: MessageContent;
  createdAt: string;
}

export function sendMessage(
  queryClient: QueryClient,
  peerId: UserId,
  content: MessageContent,
): void {
  post(queryClient, { key: uuidv7(), peerId, content, createdAt: new Date().toISOString() });
}

export function retryMessage(queryClient: QueryClient, key: string): void {
  const mutation = findMutation(queryClient, key);
  const outgoing = outgoingOf(mutation);
  if (!mutation || !outgoing || mutation.state.status !== 'error') return;
  queryClient.getMutationCache().remove(mutation);
  post(queryClient, outgoing);
}

export function discardMessage(queryClient: QueryClient, key: string): void {
  const mutation = findMutation(queryClient, key);
  if (mutation?.state.status === 'error') queryClient.getMutationCache().remove(mutation);
}

export function describeOutgoing(mutation: Mutation): OutgoingMessage | null {
  const outgoing = outgoingOf(mutation);
  if (!outgoing) return null;
  const { key, content, createdAt } = outgoing;
  const { status, isPaused, failureCount, error } = mutation.state;
  if (status === 'error') {
    return { key, content, createdAt, state: 'failed', reason: error?.message ?? '' };
  }
  return { key, content, createdAt, state: isPaused || failureCount > 0 ? 'waiting' : 'sending' };
}

function post(queryClient: QueryClient, outgoing: Outgoing): void {
  const mutation = queryClient
    .getMutationCache()
    .build<Message, Error, Outgoing, unknown>(queryClient, {
      mutationKey: messageKeys.send(outgoing.peerId),
      scope: { id: `send-${outgoing.peerId}` },
      mutationFn: ({ peerId, content, key }) =>
        api.sendMessage(peerId, content, hasFeature(queryClient, 'idempotency') ? key : undefined),
      onSuccess: (message, { key, peerId }) => {
        notifyManager.batch(() => {
          receiveMessage(queryClient, peerId, { ...message, outboxKey: key });
          queryClient.getMutationCache().remove(mutation);
        });
      },
      retry: (_count, error) => isTransient(error),
      retryDelay: delayRetry,
      gcTime: Number.POSITIVE_INFINITY,
    });
  // A failure is told by the mutation's state and by the cache's one door.
  mutation.execute(outgoing).catch(() => undefined);
}

function findMutation(queryClient: QueryClient, key: string): Mutation | undefined {
  return queryClient
    .getMutationCache()
    .getAll()
    .find((mutation) => outgoingOf(mutation)?.key === key);
}

function outgoingOf(mutation: Mutation | undefined): Outgoing | undefined {
  const variables: unknown = mutation?.state.variables;
  return isOutgoing(variables) ? variables : undefined;
}

function isOutgoing(value: unknown): value is Outgoing {
  return typeof value === 'object' && value !== null && 'key' in value && 'peerId' in value;
}
