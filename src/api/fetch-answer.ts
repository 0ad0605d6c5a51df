/** Sends a call and reads its answer. */
import ky from 'ky';
import { TOKEN_HEADER } from '../protocol/http.ts';
import { DEADLINE_MS } from './deadline.ts';

export interface CallRequest {
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

export interface Answer {
  response: Response;
  /** Undefined if it is not JSON or incomplete. */
  body: unknown;
}

/** Rejects if no answer begins. */
export async function fetchAnswer(
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
