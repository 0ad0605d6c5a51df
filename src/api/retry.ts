/** Which failures are retried, and when. */
import { ApiError } from './errors.ts';

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 10_000;

/** A temporary problem, as opposed to an answer that will not change. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.isMoot) return false;
  if (error.kind === 'network') return true;
  const { kind, status } = error;
  return kind === 'http' && status !== undefined && isTransientStatus(status);
}

const isTransientStatus = (status: number) => status === 408 || status === 429 || status >= 500;

/**
 * The wait in ms: it doubles with each failure, with jitter so that many clients do not retry at the same moment, and
 * is never less than the server asked for.
 */
export function delayRetry(failureCount: number, error: unknown): number {
  const maxMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failureCount);
  const asked = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
  return asked + maxMs * (0.5 + Math.random() / 2);
}
