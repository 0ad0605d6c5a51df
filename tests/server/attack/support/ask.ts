/**
 * Asks a server anything that can be put into an HTTP request, and holds every answer to the same promise:
 * no fault of the server, no hang, and under the API always the envelope.
 */
import { once } from 'node:events';
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';

export interface Ask {
  method: string;
  /** As it stands in the request line. */
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
}

interface Told {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** Keeps its connections, as browsers do; one that the server closed in time is opened again. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export async function askAnything(url: string, ask: Ask): Promise<Told> {
  const { port, hostname } = new URL(url);
  const { method, path, body } = ask;
  // Node frames the body of a GET only when it is told the length.
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const headers = { ...ask.headers, ...length };
  const sent = request({ agent, hostname, port, method, path, headers });
  const answered: Promise<IncomingMessage[]> = once(sent, 'response');
  sent.end(body);
  const [answer] = await answered;
  if (!answer) throw new Error('No answer came.');
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
}

export function expectHarmless(ask: Ask, told: Told): void {
  const shown = `${ask.method} ${ask.path.slice(0, 200)} ${String(ask.body).slice(0, 300)} -> ${told.status} ${told.text.slice(0, 200)}`;
  expect(told.status, shown).toBeLessThan(500);
  // An unknown expectation is refused by Node itself, as bare as what is no HTTP.
  const isBare = ask.method === 'HEAD' || told.status === 304 || told.status === 417;
  if (ask.path.startsWith('/api/') && !isBare) {
    expect(isEnvelope(told), shown).toBe(true);
  }
  // Nothing of the inside: no stack, no path, no statement, no name of a library.
  expect(told.text, shown).not.toMatch(/\bat \w+ \(|node_modules|\.ts:\d|SQLITE|FST_ERR|ZodError/);
}

/** `success: true` for what was done, else `success: false` with a sentence. */
function isEnvelope({ status, headers, text: body }: Told): boolean {
  if (/^image\//.test(headers['content-type'] ?? '')) return status === 200;
  let answered: unknown;
  try {
    answered = JSON.parse(body);
  } catch {
    return false;
  }
  if (typeof answered !== 'object' || answered === null || !('success' in answered)) return false;
  if (answered.success === true) return status === 200;
  const isSentence = 'message' in answered && /^[A-Z].*\.$/.test(String(answered.message));
  return answered.success === false && isSentence && status >= 400;
}

export function askWithJson(
  method: string,
  path: string,
  body: unknown,
  headers: OutgoingHttpHeaders = {},
): Ask {
  return {
    method,
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}
