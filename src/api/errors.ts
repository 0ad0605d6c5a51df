/**
 * The one way a call fails.
 *
 * - `http`: the server answered with an error status; `message` is the server's when it gave one.
 * - `network`: no answer, or none in time, or one that is not what the contract says.
 * - `rejected`: the server answered `success: false`; `message` is the server's.
 */
type ApiErrorKind = 'http' | 'network' | 'rejected';

interface ApiErrorDetails {
  kind: ApiErrorKind;
  message: string;
  status?: number;
  /** How long to wait, as the server asks, in ms. */
  retryAfterMs?: number;
  /** Nobody waits for the call any more: no retry, no notice. */
  isMoot?: boolean;
  /** Kind `http`: the body also has `success: false`. The page of a proxy has not. */
  isRefusal?: boolean;
  /** The body of a refusal. */
  answer?: unknown;
  cause?: unknown;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly isMoot: boolean;
  readonly isRefusal: boolean;
  readonly answer: unknown;

  constructor({
    kind,
    message,
    status,
    retryAfterMs,
    isMoot,
    isRefusal,
    answer,
    cause,
  }: ApiErrorDetails) {
    super(message, { cause });
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.isMoot = isMoot ?? false;
    this.isRefusal = isRefusal ?? false;
    this.answer = answer;
  }
}

/** A session check that failed this way means: not signed in (any more). A 403 may also come from a firewall. */
export const isSignedOut = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.kind === 'rejected' ||
    (error.kind === 'http' && error.status === 401) ||
    (error.status === 403 && error.isRefusal));

/** For an answer of something in front of the server. */
export const answeredInFront = (): ApiError =>
  new ApiError({
    kind: 'network',
    message: 'A login page or a firewall answers in place of Duet. Reload the page to see it.',
  });

/** For an answer that violates the contract. */
export const unreadable = (status?: number): ApiError =>
  new ApiError({
    kind: 'network',
    message: 'The server gave an answer that cannot be read.',
    ...(status !== undefined && { status }),
  });

// Which failures are retried, and when.

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

/** Statuses that concern the entered values, and not the time or the number of calls. */
const STATUSES: readonly (number | undefined)[] = [400, 401, 403, 404, 409, 422];

/** Whether the server has checked the entered values and refused them with a message. */
export const isRefusedEntry = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.kind === 'rejected' || (error.isRefusal && STATUSES.includes(error.status)));
