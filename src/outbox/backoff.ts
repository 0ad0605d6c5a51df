/** The pause between two tries of a message. */
import { ApiError } from '../api/errors.ts';
import { delayRetry } from '../api/retry.ts';

interface Failure {
  count: number;
  error: unknown;
}

/**
 * Query decides whether a message is retried. This decides when, since a pause must end when the connection is back,
 * and Query's own pause does not.
 */
export function createBackoff() {
  const failures = new Map<string, Failure>();
  const sleepers = new Map<string, { wake: () => void; isPatient: boolean }>();

  return {
    noteFailure(key: string, error: unknown): void {
      failures.set(key, { count: (failures.get(key)?.count ?? 0) + 1, error });
    },

    /** The message is settled, or will not be retried: the pause before its next try ends. */
    forget(key: string): void {
      failures.delete(key);
      sleepers.get(key)?.wake();
    },

    countFailures: (key: string): number => failures.get(key)?.count ?? 0,

    /** Pauses by the number of failures; `handlePause` gets the end (ms since the epoch) and the reason. */
    wait(
      key: string,
      signal: AbortSignal,
      handlePause: (endsAt: number, error: unknown) => void,
    ): Promise<void> {
      const failure = failures.get(key);
      if (!failure || signal.aborted) return Promise.resolve();
      const { count, error } = failure;
      const pauseMs = delayRetry(count - 1, error);
      handlePause(Date.now() + pauseMs, error);
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          sleepers.delete(key);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, pauseMs);
        signal.addEventListener('abort', wake);
        // A pause that the server asked for is always kept.
        const isPatient = error instanceof ApiError && error.retryAfterMs !== undefined;
        sleepers.set(key, { wake, isPatient });
      });
    },

    /** Ends the pause of one message, or of all, unless the server asked for it. */
    wake(only?: string): void {
      for (const [key, { wake, isPatient }] of [...sleepers]) {
        if (!isPatient && (only === undefined || only === key)) wake();
      }
    },
  };
}

export type Backoff = ReturnType<typeof createBackoff>;
