/** The pauses between the tries of one entry of the outbox. */
import { ApiError } from '../api/errors.ts';
import { delayRetry } from '../api/retry.ts';

/**
 * Query decides whether it is retried. This decides when, since a pause must end when the connection is back, and
 * Query's own pause does not.
 */
export function createBackoff() {
  let failures = 0;
  let lastError: unknown;
  let endPause: (() => void) | undefined;

  return {
    noteFailure(error: unknown): void {
      failures += 1;
      lastError = error;
    },

    countFailures: (): number => failures,

    /** Pauses by the number of failures; `handlePause` gets the end (ms since the epoch) and the reason. */
    wait(
      signal: AbortSignal,
      handlePause: (endsAt: number, error: unknown) => void,
    ): Promise<void> {
      if (failures === 0 || signal.aborted) return Promise.resolve();
      const pauseMs = delayRetry(failures - 1, lastError);
      handlePause(Date.now() + pauseMs, lastError);
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          endPause = undefined;
          signal.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, pauseMs);
        signal.addEventListener('abort', end);
        endPause = end;
      });
    },

    /** Ends the pause, unless the server asked for it. */
    wake(): void {
      const isAskedFor = lastError instanceof ApiError && lastError.retryAfterMs !== undefined;
      if (!isAskedFor) endPause?.();
    },

    /** It is settled, removed, or will not be retried: no pause any more. */
    reset(): void {
      failures = 0;
      endPause?.();
    },
  };
}

export type Backoff = ReturnType<typeof createBackoff>;
