/**
 * The cache: its defaults, and the one error handler that notifies the person. A query or mutation whose failure should
 * not be shown says so in its `meta`.
 */
import {
  focusManager,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query';
import { ApiError, delayRetry, isTransient } from './api/errors.ts';
import { hasOutage } from './backend/connection.ts';
import { messageKeys } from './conversation/message-keys.ts';
import { messageOf } from './lib/message-of.ts';
import type { DeliveryProgress } from './outbox/outgoing.ts';
import { notify } from './ui/notify.ts';

interface FailureMeta extends Record<string, unknown> {
  isSilent?: boolean;
}

interface MutationMeta extends FailureMeta {
  /** The delivery progress of an unsent message. */
  delivery?: DeliveryProgress;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta;
    mutationMeta: MutationMeta;
  }
}

const MAX_RETRIES = 3;

/** Creates the page's cache; `followSession` ties it to the session. */
export function makeQueryClient(): QueryClient {
  // Changes by events and keys appear in the next frame, not after a timer.
  notifyManager.setScheduler(queueMicrotask);
  // Messages are also retried in a hidden window.
  focusManager.setFocused(true);
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => notifyFailure(error, query.meta),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => notifyFailure(error, mutation.meta),
    }),
    defaultOptions: {
      queries: {
        // Calls and the socket show what can be reached. The browser is also offline on an isolated network.
        networkMode: 'always',
        // Events keep the cache fresh, not time.
        staleTime: Number.POSITIVE_INFINITY,
        // Entries live until the session ends, unless a query says otherwise.
        gcTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        // Calls that fail in an outage are retried until it is over.
        retry: (count, error) =>
          isTransient(error) && (count < MAX_RETRIES || hasOutage(queryClient)),
        retryDelay: delayRetry,
      },
      mutations: { networkMode: 'always' },
    },
  });
  // Patches keep references of unchanged parts: comparing would be wasted.
  queryClient.setQueryDefaults(messageKeys.all, { structuralSharing: false });
  return queryClient;
}

function notifyFailure(error: unknown, meta: FailureMeta | undefined): void {
  if (meta?.isSilent) return;
  if (error instanceof ApiError && error.isMoot) return;
  notify.error(messageOf(error));
}
