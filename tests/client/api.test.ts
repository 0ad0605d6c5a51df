// @vitest-environment node
/** Calls and their failures, against servers that answer well, badly or not at all. */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkSession, logIn } from '../../src/api/auth.ts';
import { call } from '../../src/api/client.ts';
import { ApiError, delayRetry, isSignedOut, isTransient } from '../../src/api/errors.ts';
import { markSeen, readConversation, sendMessage } from '../../src/api/messages.ts';
import { updateProfile } from '../../src/api/own-account.ts';
import { listUsers } from '../../src/api/people.ts';
import { endSession, getToken, startSession, subscribeSession } from '../../src/stores/session.ts';
import {
  type AnsweringServer,
  type Asked,
  sendJson,
  startAnsweringServer,
} from './support/answering-server.ts';

/** Of a call that nobody ends. */
const { signal: unaborted } = new AbortController();

let server: AnsweringServer;
let answer: (asked: Asked, response: ServerResponse) => void;

beforeEach(async () => {
  server = await startAnsweringServer((asked, response) => answer(asked, response));
  vi.stubEnv('PUBLIC_API_URL', server.url);
  startSession('the-token');
});

afterEach(async () => {
  endSession();
  vi.unstubAllEnvs();
  await server.close();
});

const answerJson = (status: number, body: unknown) => {
  answer = (_asked, response) => sendJson(response, status, body);
};

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`not an ApiError: ${String(error)}`);
  return error;
}

describe('A call', () => {
  test('carries the token in the header "token" and its fields in the body (CALL-1, STATE-2, LIMIT-1)', async () => {
    answerJson(200, { success: true, newMessage: { _id: 'm', senderId: 'me' } });
    await sendMessage('peer', { text: 'hello' });
    await sendMessage('peer', { text: 'hello' }, { idempotencyKey: 'the-key' });
    const [asked, keyed] = server.asked;
    expect(asked?.method).toBe('POST');
    expect(asked?.url).toBe('/api/v1/messages/send/peer');
    expect(asked?.headers.token).toBe('the-token');
    expect(asked?.headers['idempotency-key']).toBeUndefined();
    expect(JSON.parse(asked?.body ?? '')).toEqual({ text: 'hello' });
    expect(keyed?.headers['idempotency-key']).toBe('the-key');
  });

  test('whose answer stops half way fails when its time is over', async () => {
    answer = (_asked, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 });
      response.write('{"success": true, ');
    };
    const asking = call({ method: 'get', path: '/auth/check', expects: {}, deadlineMs: 100 });
    expect((await failureOf(asking)).kind).toBe('network');
  });

  test('that logs in carries no token, and the ASCII form of the email’s domain', async () => {
    endSession();
    answerJson(200, { success: true, userData: { _id: 'me' }, token: 't', message: 'Welcome' });
    for (const email of ['ada@münchen.example', 'ada@b.c']) {
      const signedIn = await logIn({ email, password: 'secret' });
      expect(signedIn).toEqual({ user: { _id: 'me' }, token: 't', message: 'Welcome' });
    }
    expect(server.asked.map(({ headers }) => headers.token)).toEqual([undefined, undefined]);
    const sent = server.asked.map(({ body }) => JSON.parse(body).email);
    expect(sent).toEqual(['ada@xn--mnchen-3ya.example', 'ada@b.c']);
  });

  test('for the list is confirmed by its tag, if the server may, and for this session alone', async () => {
    const users = [{ _id: 'ben', fullName: 'Ben', bio: '' }];
    answer = ({ headers }, response) => {
      if (headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else {
        response.setHeader('etag', '"1"');
        sendJson(response, 200, { success: true, users });
      }
    };
    const load = async (canConfirm: boolean) => (await listUsers(unaborted, canConfirm)).users;
    for (const canConfirm of [true, true, false]) expect(await load(canConfirm)).toEqual(users);
    startSession('of another person');
    expect(await load(true)).toEqual(users);
    const tags = server.asked.map(({ headers }) => headers['if-none-match']);
    expect(tags).toEqual([undefined, '"1"', undefined, undefined]);
  });

  test('reads messages as far as they are any, with moments in whatever form', async () => {
    const moments = [
      ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
      ['2026-01-01T00:00:00.25Z', '2026-01-01T00:00:00.250Z'],
      ['2026-01-01T02:00:01+02:00', '2026-01-01T00:00:01.000Z'],
      [Date.UTC(2026, 0, 1, 0, 0, 2), '2026-01-01T00:00:02.000Z'],
      ['some day', ''],
    ];
    const message = { _id: 'm', senderId: 'peer', seen: true, text: 'hello' };
    const messages = moments.map(([createdAt]) => ({ ...message, createdAt, image: '' }));
    answerJson(200, { success: true, messages: [...messages, null, { text: 'nobody’s' }] });
    const page = await readConversation('peer', { limit: 50, before: 'm1', peek: true });
    expect(page.messages).toEqual(moments.map(([, createdAt]) => ({ ...message, createdAt })));
    expect(server.asked[0]?.url).toBe('/api/v1/messages/peer?limit=50&before=m1&peek=true');
  });

  test('leaves out of the people whoever has no name: one would be an end to the whole list', async () => {
    const ada = { _id: 'a', fullName: 'Ada' };
    answerJson(200, { success: true, users: [null, { _id: 'b', fullName: null }, ada] });
    expect(await listUsers(unaborted)).toEqual({ users: [ada], unseenMessages: {} });
  });
});

describe('A failed call', () => {
  test.each([
    [200, { success: false, message: 'Account already exists' }, 'Account already exists', false],
    [413, '<h1>Too Large</h1>', 'This is too large for a server on the way.', false],
    [
      413,
      { success: false, message: 'The picture is too large.' },
      'The picture is too large.',
      false,
    ],
    [502, '<html>Bad gateway</html>', 'The server has a problem. Please try again.', true],
  ])(
    'answered %i %j speaks with the words of the server, if it gives any',
    async (status, body, message, isLater) => {
      const page = { 'content-type': 'text/html' };
      if (typeof body !== 'string') answerJson(status, body);
      else answer = (_asked, response) => response.writeHead(status, page).end(body);
      const error = await failureOf(updateProfile({ fullName: 'A', bio: 'B' }));
      expect(error).toMatchObject({ kind: status === 200 ? 'rejected' : 'http', status, message });
      expect(isTransient(error)).toBe(isLater);
    },
  );

  test.each([
    ['a page', '<!doctype html><title>Hello</title>'],
    ['broken JSON', '{"success": tru'],
    ['a list', '[]'],
    ['an answer without its fields', '{"success": true}'],
    ['null for a field', '{"success": true, "users": null}'],
  ])('with %s for an answer is an error, not a crash', async (_name, body) => {
    answer = (_asked, response) => response.writeHead(200).end(body);
    const error = await failureOf(listUsers(unaborted));
    expect(error.kind).toBe('network');
    expect(error.message).toBe('The server gave an answer that cannot be read.');
  });

  test('without an answer is a network error', async () => {
    answer = (_asked, response) => response.destroy();
    const error = await failureOf(markSeen('m'));
    expect(error).toMatchObject({ kind: 'network', message: 'Can’t reach the server.' });
    expect(isTransient(error)).toBe(true);
  });

  test('waits as long as Retry-After says, by seconds or a date, for some minutes at most', async () => {
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    for (const [header, least, most] of [
      ['2', 2_000, 2_000],
      [inAMinute, 50_000, 60_000],
      ['Fri, 31 Dec 9999 23:59:59 GMT', 300_000, 300_000],
    ] as const) {
      answer = (_asked, response) => response.writeHead(429, { 'retry-after': header }).end();
      const error = await failureOf(listUsers(unaborted));
      expect(error.retryAfterMs).toBeGreaterThanOrEqual(least);
      expect(error.retryAfterMs).toBeLessThanOrEqual(most);
      expect(delayRetry(0, error)).toBeGreaterThanOrEqual(least);
    }
  });
});

describe('The session', () => {
  test.each([
    ['any call', 401, () => markSeen('m')],
    ['the check of it', 200, () => checkSession()],
    ['the check of it', 400, () => checkSession()],
    ['the check of it', 403, () => checkSession()],
    ['the check of it', 404, () => checkSession()],
  ])('ends when %s is refused with %i, with the reason', async (_name, status, ask) => {
    answerJson(status, { success: false, message: 'Please log in again' });
    const reasons: (string | null)[] = [];
    const stop = subscribeSession(({ reason }) => reasons.push(reason));
    const error = await failureOf(ask());
    stop();
    expect(getToken()).toBeNull();
    expect(reasons).toEqual(['Please log in again']);
    expect(isSignedOut(error)).toBe(true);
  });

  const refusal = '{"success":false,"message":"Later"}';
  test.each([
    [401, { 'content-type': 'text/html' }, '<h1>Sign in</h1>', 'network'],
    [403, { 'content-type': 'text/html' }, '<h1>Sign in</h1>', 'network'],
    [200, { 'content-type': 'text/html' }, '<h1>Sign in</h1>', 'network'],
    [302, { location: 'https://login.example.org/' }, '', 'network'],
    [401, { 'www-authenticate': 'Basic' }, '', 'network'],
    [403, { 'content-type': 'text/plain' }, 'No.', 'http'],
    [404, {}, '{"message":"no healthy upstream"}', 'http'],
    [408, {}, refusal, 'http'],
    [429, {}, refusal, 'http'],
    [503, {}, refusal, 'http'],
  ] as const)(
    'stays when its check is answered %s %o %s, by something in front or by a server in trouble',
    async (status, headers, body, kind) => {
      answer = (_asked, response) => response.writeHead(status, headers).end(body);
      const error = await failureOf(checkSession());
      expect(error.kind).toBe(kind);
      expect(isSignedOut(error)).toBe(false);
      expect(getToken()).toBe('the-token');
    },
  );

  test('ends with a bare 401 of its check, and of no other call', async () => {
    answer = (_asked, response) => response.writeHead(401).end();
    await failureOf(listUsers(unaborted));
    expect(getToken()).toBe('the-token');
    await failureOf(checkSession());
    expect(getToken()).toBeNull();
  });

  test('that began since stays, when the call of an earlier one is refused', async () => {
    const { promise: isAsked, resolve: tellAsked } = Promise.withResolvers<ServerResponse>();
    answer = (_asked, response) => tellAsked(response);
    const failure = failureOf(listUsers(unaborted));
    const response = await isAsked;
    startSession('a-newer-token');
    sendJson(response, 401, { success: false, message: 'Please log in again' });
    expect((await failure).isMoot).toBe(true);
    expect(getToken()).toBe('a-newer-token');
  });
});
