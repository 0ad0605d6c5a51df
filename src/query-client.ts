/**
 * The cache: what it does by default, and the one door through which failures reach the person.
 * A query or mutation whose failure nobody needs to hear of says so in its `meta`.
 */
import {
  focusManager,
  MutationCache,
  notifyManager,
  onlineManager,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query';
import { ApiError } from './api/errors.ts';
import { delayRetry, isTransient } from './api/retry.ts';
import { isCutOff } from './backend/connection.ts';
import { messageKeys } from './conversation/message-keys.ts';
import type { DeliveryProgress } from './outbox/delivery-progress.ts';
import { notify } from './ui/notify.ts';

interface FailureMeta extends Record<string, unknown> {
  isSilent?: boolean;
}

interface MutationMeta extends FailureMeta {
  /** Of an unsent message: how far its delivery is. */
  delivery?: DeliveryProgress;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta;
    mutationMeta: MutationMeta;
  }
}

const MAX_RETRIES = 3;

/** Makes the cache of a page; `followSession` ties it to the session. */
export function makeQueryClient(): QueryClient {
  // Query assumes a network until the browser reports a change.
  onlineManager.setOnline(navigator.onLine);
  // What an event or a key press changes is on the screen with the next frame, not after a timer.
  notifyManager.setScheduler(queueMicrotask);
  // A message goes on trying to leave in a window that nobody looks at.
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
        // Events keep the cache fresh, not the clock.
        staleTime: Number.POSITIVE_INFINITY,
        // Everything goes with the session; what goes before says so itself.
        gcTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // What fails in an outage is tried until that is over.
        retry: (count, error) =>
          isTransient(error) && (count < MAX_RETRIES || isCutOff(queryClient)),
        retryDelay: delayRetry,
      },
    },
  });
  // Patches keep the references of all they do not change: comparing would only cost.
  queryClient.setQueryDefaults(messageKeys.all, { structuralSharing: false });
  return queryClient;
}

function notifyFailure(error: unknown, meta: FailureMeta | undefined): void {
  if (meta?.isSilent) return;
  if (error instanceof ApiError && error.isMoot) return;
  notify.error(error instanceof Error ? error.message : String(error));
}
