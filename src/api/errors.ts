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
