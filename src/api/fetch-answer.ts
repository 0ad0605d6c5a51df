/**
 * A call on its way to the server and back. The first screen of somebody who is signed in does without this
 * code: the boot script has made its calls.
 */
import ky from 'ky';
import { TOKEN_HEADER } from '../protocol/http.ts';
import { DEADLINE_MS } from './deadline.ts';

export interface CallRequest {
  method: 'get' | 'post' | 'put';
  path: string;
  json?: unknown;
  searchParams?: Record<string, string | number | boolean>;
  headers?: Record<string, string>;
  /** How long the answer may take to begin, and then from one part of it to the next. */
  deadlineMs?: number;
  signal?: AbortSignal;
  /** In place of the browser's own. */
  fetch?: typeof fetch;
}

export interface Answer {
  response: Response;
  /** Undefined for one that is no JSON, or has not come whole. */
  body: unknown;
}

/** Rejects where no answer begins. */
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

/** What has come of it, once it is whole or nothing more comes for so long. */
async function readText({ body }: Response, maxPauseMs: number): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    // A line that is dead, as when a device changes networks, ends nothing by itself.
    const timer = setTimeout(() => void reader?.cancel().catch(() => undefined), maxPauseMs);
    const part = await reader?.read().finally(() => clearTimeout(timer));
    if (!part || part.done) return text;
    text += decoder.decode(part.value, { stream: true });
  }
}
