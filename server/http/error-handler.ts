/**
 * Maps error codes to HTTP statuses. Every error is answered with `{ success: false, message }`; unexpected ones are
 * logged in full and answered briefly.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, type ErrorCode } from '../domain/errors.ts';
import { UNSUPPORTED_ENCODING } from './bodies.ts';

const STATUS: Record<ErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  wrongCredentials: 401,
  passwordNeeded: 403,
  notFound: 404,
  forbidden: 403,
  outdated: 409,
  emailTaken: 409,
  tooLarge: 413,
  // Not 5xx or 429: clients would retry by themselves, and later messages would have to wait.
  noRoom: 413,
  keyReused: 422,
  tooMany: 429,
  busy: 503,
  storageUnavailable: 503,
};

/** The change may have been made; 503 means that it was not. */
const OUTCOME_UNKNOWN = 504;

/** Seconds until a retry, if nothing more exact is known. */
const RETRY_AFTER_S = 2;

/** Errors of the framework. Its own messages may quote the body, so they are replaced. */
const FRAMEWORK_MESSAGES: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'This is too large to send.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the request as application/json.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request is not valid JSON.',
  [UNSUPPORTED_ENCODING]: 'Send the request as it is, without content-encoding.',
  FST_ERR_BAD_URL: 'This address is not valid.',
  FST_ERR_MAX_PARAM_LENGTH: 'This address is too long.',
};

/** May already be set for the answer that failed. */
const HEADERS_OF_BODY = [
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-type',
  'etag',
  'last-modified',
];

interface Refusal {
  status: number;
  message: string;
}

export function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { status, message } = refusalOf(error);
  const isFault = status >= 500 && !(error instanceof DomainError && error.code === 'busy');
  if (isFault) request.log.error({ err: error }, 'request failed');
  const known = error instanceof DomainError ? error.retryAfter : undefined;
  const mayRetry = known !== undefined || [429, 503, OUTCOME_UNKNOWN].includes(status);
  if (mayRetry && !reply.hasHeader('retry-after')) {
    reply.header('retry-after', known ?? RETRY_AFTER_S);
  }
  for (const name of HEADERS_OF_BODY) {
    reply.removeHeader(name);
    // If a stream failed before its first byte, the headers are here as well.
    reply.raw.removeHeader(name);
  }
  reply.header('cache-control', 'no-store');
  reply.code(status).send({ success: false, message });
}

function refusalOf(error: FastifyError | Error): Refusal {
  if (error instanceof DomainError) {
    const status = error.isOutcomeUnknown ? OUTCOME_UNKNOWN : STATUS[error.code];
    return { status, message: error.message };
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status < 400 || status >= 500) {
    return { status: 500, message: 'Something went wrong on our side.' };
  }
  const code = 'code' in error ? error.code : '';
  return { status, message: FRAMEWORK_MESSAGES[code] ?? 'The request is not valid.' };
}
