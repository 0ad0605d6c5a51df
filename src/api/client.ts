/** The only way to the server: address, token, deadline, and failures as `ApiError`. It never retries; Query does. */

import ky from 'ky';
import { API_PREFIX, type FieldsOf, TOKEN_HEADER } from '../protocol/http.ts';
import { setGateClosed } from '../stores/gate.ts';
import { endSession, getToken } from '../stores/session.ts';
import { backendOrigin } from './address.ts';
import { ApiError, answeredInFront, unreadable } from './errors.ts';

/** A proxy may ask for hours, and with a wrong clock for months. */
const MAX_RETRY_AFTER_MS = 5 * 60 * 1000;

type Kind = 'array' | 'object' | 'string';

/** One call, with a `Response` of the protocol as its answer. */
interface Call<Response> extends CallRequest {
  /** Fields that the answer must have; otherwise it is invalid. */
  expects: { [Name in keyof FieldsOf<Response>]?: Kind };
  /** It ends the session, so its answer counts after that. */
  endsSession?: boolean;
  /** Where its last answer is remembered. */
  memory?: AnswerMemory;
  /** The server may confirm the remembered answer (304) instead of repeating it. */
  canConfirm?: boolean;
}

/** The last answer of a call with an `ETag`, in memory alone: browsers must not store what is personal. */
export interface AnswerMemory {
  last?: { token: string | null; tag: string; body: unknown } | undefined;
}

type Success<Response> = FieldsOf<Response> & { message?: string };

/**
 * Sends a call and returns the envelope of a success. Otherwise throws an `ApiError`; a moot one if the session has
 * ended meanwhile: the answer must not change anything for the next person.
 */
export async function call<Response>(request: Call<Response>): Promise<Success<Response>> {
  const token = getToken();
  const { memory, canConfirm = false } = request;
  const known = canConfirm && memory?.last?.token === token ? memory.last : undefined;
  const headers = known && { ...request.headers, 'if-none-match': known.tag };
  const { response, body: received } = await send(
    { ...request, ...(headers && { headers }) },
    token,
  );
  if (token !== null && token !== getToken() && !request.endsSession) {
    throw new ApiError({ kind: 'network', message: 'The session has ended.', isMoot: true });
  }
  const isFromGate = isAnsweredInFront(response);
  setGateClosed(isFromGate);
  if (isFromGate) throw answeredInFront();
  const isConfirmed = known !== undefined && response.status === 304;
  const body = isConfirmed ? known.body : received;
  if (!response.ok && !isConfirmed) throw failedAnswer(response, body, token);
  if (!isEnvelope(body)) throw unreadable(response.status);
  if (body.success !== true) {
    throw new ApiError({
      kind: 'rejected',
      status: response.status,
      message: messageOf(body) ?? 'The server refused this.',
    });
  }
  if (!hasFields<Response>(body, request.expects)) throw unreadable(response.status);
  const tag = response.headers.get('etag');
  if (memory) memory.last = tag ? { token, tag, body } : undefined;
  return body;
}

async function send(request: CallRequest, token: string | null): Promise<Answer> {
  try {
    return await fetchAnswer(request, { prefix: `${backendOrigin()}${API_PREFIX}`, token });
  } catch (cause) {
    // A cancelled call is not a failure: Query recognises the error's name.
    if (request.signal?.aborted) throw cause;
    throw new ApiError({ kind: 'network', message: 'Can’t reach the server.', cause });
  }
}

/**
 * A redirect, a page, or a question for another password. An outage behind a proxy is only an outage, and its limit of
 * size concerns one call.
 */
function isAnsweredInFront({ type, status, headers }: Response): boolean {
  const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);
  if (isRedirect || headers.has('www-authenticate')) return true;
  return (
    status < 500 && status !== 413 && headers.get('content-type')?.includes('text/html') === true
  );
}

function failedAnswer(response: Response, body: unknown, sentToken: string | null): ApiError {
  const { status, headers } = response;
  const message = messageOf(body) ?? describeStatus(status);
  const isRefusal = isEnvelope(body) && body.success === false;
  // Without our envelope, others may have refused; then the session check decides (`session/auth.ts`).
  const isMoot = sentToken !== null && status === 401 && isRefusal;
  if (isMoot) refuseSession(sentToken, message);
  const retryAfterMs = readRetryAfter(headers.get('retry-after'));
  return new ApiError({
    kind: 'http',
    status,
    message,
    isMoot,
    isRefusal,
    ...(isRefusal && { answer: body }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** The server does not know this token any more. A session that began since then stays. */
export function refuseSession(token: string, reason: string): void {
  if (token === getToken()) endSession(reason);
}

function isEnvelope(body: unknown): body is { success?: unknown; message?: unknown } {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function messageOf(body: unknown): string | undefined {
  const message = isEnvelope(body) ? body.message : undefined;
  return typeof message === 'string' && message !== '' ? message : undefined;
}

function hasFields<Response>(
  body: object,
  expects: Call<Response>['expects'],
): body is Success<Response> {
  return Object.entries(expects).every(([name, kind]) => {
    const value: unknown = Reflect.get(body, name);
    if (kind === 'array') return Array.isArray(value);
    return typeof value === kind && value !== null;
  });
}

function describeStatus(status: number): string {
  if (status === 401) return 'Please log in again.';
  if (status === 403) return 'The server does not allow this.';
  if (status === 404) return 'The server does not know this.';
  if (status === 413) return 'This is too large for a server on the way.';
  if (status === 429) return 'Too many requests. Please wait a moment.';
  if (status >= 500) return 'The server has a problem. Please try again.';
  return `The server answered with an error (${status}).`;
}

/** The header has seconds or a date. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS) : undefined;
}

// Sends a call and reads its answer.

interface CallRequest {
  method: 'get' | 'post' | 'put';
  path: string;
  json?: unknown;
  searchParams?: Record<string, string | number | boolean>;
  headers?: Record<string, string>;
  /** Timeout until the answer begins, and then between its parts. */
  deadlineMs?: number;
  signal?: AbortSignal;
  /** Instead of the browser's message. */
  fetch?: typeof fetch;
}

interface Answer {
  response: Response;
  /** Undefined if it is not JSON or incomplete. */
  body: unknown;
}

/** Rejects if no answer begins. */
async function fetchAnswer(
  request: CallRequest,
  { prefix, token }: { prefix: string; token: string | null },
): Promise<Answer> {
  const { path, json, headers, deadlineMs = DEADLINE_MS, searchParams, signal, fetch } = request;
  const response = await ky(path.slice(1), {
    prefix,
    method: request.method,
    retry: 0,
    throwHttpErrors: false,
    // The server never redirects; something in front of it may, to its login page.
    redirect: 'manual',
    timeout: deadlineMs,
    headers: { ...headers, ...(token !== null && { [TOKEN_HEADER]: token }) },
    ...(json !== undefined && { json }),
    ...(searchParams && { searchParams }),
    ...(signal && { signal }),
    ...(fetch && { fetch }),
  });
  const body: unknown = await readText(response, deadlineMs)
    .then(JSON.parse)
    .catch(() => undefined);
  return { response, body };
}

/** The received text, when it is complete or nothing more arrives in time. */
async function readText({ body }: Response, maxPauseMs: number): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    // A dead connection, as when a device changes networks, does not end by itself.
    const timer = setTimeout(() => void reader?.cancel().catch(() => undefined), maxPauseMs);
    const part = await reader?.read().finally(() => clearTimeout(timer));
    if (!part || part.done) return text;
    text += decoder.decode(part.value, { stream: true });
  }
}

/** The default timeout of a call, in ms. */
const DEADLINE_MS = 15_000;
