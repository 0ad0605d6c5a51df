/**
 * The cache: what it does by default, and the one door through which failures reach the person.
 * A query or mutation may say in `meta` that it speaks for itself.
 */
import {
  MutationCache,
  onlineManager,
  QueryCache,
  QueryClient,
  type QueryMeta,
} from '@tanstack/react-query';
import { ApiError, isTransient } from './api/errors.ts';
import { notify } from './ui/notify.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta;
    mutationMeta: FailureMeta;
  }
}

interface FailureMeta extends Record<string, unknown> {
  /** Somebody else tells the person, or nobody needs to. */
  isSilent?: boolean;
}

const MOST_RETRIES = 3;
const LONGEST_DELAY_MS = 10_000;

export function makeQueryClient(): QueryClient {
  // Query assumes a network until the browser says otherwise, and it only says so on a change.
  onlineManager.setOnline(typeof navigator === 'undefined' || navigator.onLine !== false);
  return new QueryClient({
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
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (count, error) => isTransient(error) && count < MOST_RETRIES,
        retryDelay: delayRetry,
      },
    },
  });
}

/** Doubles from half a second, with jitter so that many clients do not come back at once. */
export function delayRetry(failureCount: number, error: unknown): number {
  const backoff = Math.min(LONGEST_DELAY_MS, 500 * 2 ** failureCount);
  const asked = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(asked, backoff * (0.5 + Math.random() / 2));
}

function notifyFailure(error: unknown, meta: QueryMeta | undefined): void {
  if (meta?.isSilent) return;
  if (error instanceof ApiError && error.isOutdated) return;
  notify.error(error instanceof Error ? error.message : String(error));
}
