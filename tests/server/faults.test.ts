/** What people are told when the server itself is in trouble, and what its log keeps. */
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { DomainError } from '../../server/domain/errors.ts';
import type { Store } from '../../server/domain/ports/store.ts';
import type { SendResponse } from '../../src/protocol/http.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { call, send, signUp } from './support/calls.ts';
import { createManualWatch } from './support/manual-watch.ts';
import { ada, grace, restart, server, startPair } from './support/pair.ts';
import { join, listen } from './support/sockets.ts';

let now = 0;

/** A store that works until `fail` is called, and again after `recover`. */
async function startFragileServer(makeError: () => Error) {
  let isBroken = false;
  const wrapStore = (store: Store): Store => {
    const guard =
      <Input extends unknown[], Result>(method: (...input: Input) => Promise<Result>) =>
      (...input: Input) =>
        isBroken ? Promise.reject(makeError()) : method(...input);
    return {
      ...store,
      findSession: guard(store.findSession),
      appendMessage: guard(store.appendMessage),
      checkHealth: guard(store.checkHealth),
    };
  };
  await startPair({ wrapStore, now: () => now });
  return {
    fail: () => {
      isBroken = true;
    },
    recover: () => {
      isBroken = false;
    },
  };
}

function listPictures(): string[] {
  const files = readdirSync(server.dataDir, { recursive: true, encoding: 'utf8' });
  return files
    .filter((path) => path.includes('.png'))
    .map((path) => joinPath(server.dataDir, path));
}

const picture = { image: makeDataUrl(makePng(4, 4)) };
const full = () => new DomainError('storageUnavailable', 'The disk of the server is full.');
const flux = () => new TypeError('the flux is not defined');

async function readHealth(): Promise<unknown> {
  const answer = await fetch(`${server.url}/healthz`);
  return [answer.status, await answer.json()];
}

describe('A store that cannot be reached', () => {
  test.each([
    ['is full', () => Promise.reject(full())],
    ['hangs', () => new Promise<never>(() => {})],
  ])('and %s stops no reading: what is unseen is shown, and marked later', async (_how, fail) => {
    let isFull = false;
    await startPair({
      wrapStore: (store) => ({
        ...store,
        markConversationSeen: (...asked) =>
          isFull ? fail() : store.markConversationSeen(...asked),
      }),
    });
    await send(server.url, ada, grace, 'Hello');
    const read = () => call(server.url, 'GET', `/messages/${ada.id}`, grace);
    isFull = true;
    expect(await read()).toMatchObject({
      status: 200,
      body: { messages: [{ text: 'Hello', seen: false }] },
    });
    isFull = false;
    expect(await read()).toMatchObject({ body: { messages: [{ seen: true }] } });
  });

  test('is a 503 that says when to try again, until it is back, and leaves no picture behind', async () => {
    const { fail, recover } = await startFragileServer(full);
    await send(server.url, ada, grace, picture);
    fail();
    const answer = await call(server.url, 'POST', `/messages/send/${grace.id}`, {
      token: ada.token,
      body: picture,
    });
    expect(answer).toMatchObject({
      status: 503,
      body: { success: false, message: 'The disk of the server is full.' },
    });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(listPictures()).toHaveLength(1);
    expect(await readHealth()).toEqual([503, { status: 'failed', missing: ['store'] }]);

    recover();
    now += 1_000;
    expect(await send(server.url, ada, grace, 'Hello')).toMatchObject({ text: 'Hello' });
    expect(await readHealth()).toEqual([200, { status: 'ok' }]);
  });

  test('that does not answer makes the server not ready after five seconds, and it is told', async () => {
    const { promise: stored, resolve: store } = Promise.withResolvers<void>();
    await startPair({
      now: () => now,
      wrapStore: (whole) => ({
        ...whole,
        appendMessage: (message) => stored.then(() => whole.appendMessage(message)),
      }),
    });
    const sending = send(server.url, ada, grace, 'Hello');
    const ask = async () => {
      now += 1_000;
      const answers = await Promise.all(
        ['readyz', 'healthz'].map((path) => fetch(`${server.url}/${path}`)),
      );
      return answers.map(({ status }) => status);
    };
    expect(await ask()).toEqual([200, 200]);
    now += 4_000;
    // The send may still be on its way to the store when the clock is looked at first.
    await expect.poll(ask).toEqual([503, 503]);
    expect(server.readLog()).toContain('A message has waited for five seconds.');
    expect(server.readLog()).toContain('"remedy":"see the reason');
    store();
    await sending;
    expect(await ask()).toEqual([200, 200]);
  });
});

test('A folder of pictures that cannot be written is told by the health and the log, and refuses pictures for good, not texts', async () => {
  await startPair({ now: () => now });
  writeFileSync(joinPath(server.dataDir, 'pictures'), 'no folder');
  const path = `/messages/send/${grace.id}`;
  const answer = await call(server.url, 'POST', path, { token: ada.token, body: picture });
  // After no 5xx, since clients try those again and keep what was written after it waiting.
  expect(answer).toMatchObject({
    status: 413,
    body: { message: expect.stringContaining('may not write pictures') },
  });
  expect(await send(server.url, ada, grace, 'Hello')).toMatchObject({ text: 'Hello' });
  now += 1_000;
  expect(await readHealth()).toEqual([200, { status: 'degraded', missing: ['pictures'] }]);
  expect(server.readLog()).toContain('health check failed: pictures');
});

test('An error that nobody foresaw is told briefly and logged whole', async () => {
  const { fail } = await startFragileServer(flux);
  fail();
  expect(await call(server.url, 'GET', '/auth/check', ada)).toMatchObject({
    status: 500,
    body: { success: false, message: 'Something went wrong on our side.' },
  });
  const listener = listen(server.url, ada, { reconnection: true, reconnectionDelay: 10 });
  await new Promise((resolve) => listener.socket.io.once('reconnect_attempt', resolve));
  const lines = server.readLog().split('\n');
  const errors = lines.filter((line) => /the flux is not defined.*faults\.test\.ts/.test(line));
  expect(errors[0]).toContain('request failed');
  expect(errors[1]).toContain('handshake failed');
});

test('Nobody knows whether an edit was stored: both people are asked to compare, and nobody else (STORE-6)', async () => {
  await startPair({
    wrapStore: (store) => ({
      ...store,
      async changeMessage(asked) {
        await store.changeMessage(asked);
        throw new DomainError('storageUnavailable', 'Who knows.', { isOutcomeUnknown: true });
      },
    }),
  });
  const carl = await signUp(server.url);
  const [adas, graces, carls] = await Promise.all(
    [ada, grace, carl].map((one) => join(server.url, one)),
  );
  const { _id } = await send(server.url, ada, grace, 'hello');
  const edited = await call(server.url, 'PUT', `/messages/edit/${_id}`, {
    token: ada.token,
    body: { text: 'edited', version: 0 },
  });
  expect(edited.status).toBe(504);
  await Promise.all([adas, graces].map((one) => one?.hear('catchUp')));
  expect(graces?.heard('messageChanged')).toEqual([]);
  expect(carls?.heard('catchUp')).toEqual([]);
});

describe('The log', () => {
  function readLines(): Array<Record<string, unknown>> {
    const lines = server.readLog().trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line));
  }

  test('tells an error that repeats itself once whole, then by its number each ten seconds', async () => {
    const watch = createManualWatch();
    const cause = new Error('database or disk is full');
    const full = () => new DomainError('storageUnavailable', 'Nothing was saved.', { cause });
    await restart({
      watch,
      wrapStore: (store) => ({ ...store, findCredentials: () => Promise.reject(full()) }),
    });
    const fail = async (times: number) => {
      for (let tries = 0; tries < times; tries += 1) {
        const body = { email: 'ada@example.org', password: 'correct horse' };
        expect((await call(server.url, 'POST', '/auth/login', { body })).status).toBe(503);
      }
    };
    const findLines = () => readLines().filter(({ msg }) => String(msg).includes('request failed'));
    await fail(20);
    expect(findLines()).toMatchObject([
      { level: 'error', err: { reason: 'database or disk is full' } },
    ]);
    expect(readLines().filter(({ msg }) => msg === 'request completed')).toMatchObject([
      { level: 'warn', status: 503 },
    ]);
    watch.pass(10_000);
    expect(findLines().slice(1)).toMatchObject([
      {
        level: 'error',
        msg: 'repeated: request failed',
        count: 19,
        ms: 10_000,
        reason: 'database or disk is full',
      },
    ]);
    // Silence ends it: the next is told whole again.
    watch.pass(10_000);
    await fail(1);
    expect(findLines().slice(2)).toMatchObject([{ err: { type: 'DomainError' } }]);
  });

  test('holds nothing of an error but its words, and warns of a call that the server took long to answer', async () => {
    const watch = createManualWatch();
    // What people wrote may be repeated by its fields.
    const detail = 'Failing row contains (dear diary).';
    await restart({
      watch,
      wrapStore: (store) => ({
        ...store,
        findCredentials() {
          watch.pass(1_500);
          return Promise.reject(Object.assign(new Error('row violates a constraint'), { detail }));
        },
      }),
    });
    const body = { email: 'ada@example.org', password: 'correct horse' };
    await call(server.url, 'POST', '/auth/login', { body });
    expect(server.readLog()).toContain('row violates');
    expect(server.readLog()).not.toContain('diary');
    const slow = { level: 'warn', msg: 'slow call', route: '/api/v1/auth/login', ms: 1_500 };
    expect(readLines()).toContainEqual(expect.objectContaining(slow));
  });

  test('has a line per call with its route and result, and no secret', async () => {
    await startPair();
    const { url } = server;
    const ada = await signUp(url, 'Ada Secretname');
    const grace = await signUp(url);
    await join(url, ada);
    const text = 'A very secret message';
    const message = await send(url, ada, grace, text);
    await send(url, ada, grace, { image: makeDataUrl(makePng(4, 4)) });
    await call(url, 'GET', `/messages/${ada.id}?peek=true`, grace);
    await call(url, 'PUT', `/messages/mark/${message._id}`, grace);
    await call(url, 'POST', '/auth/login', {
      body: { email: ada.email, password: 'wrong-secret' },
    });
    await call(url, 'POST', '/auth/login', { rawBody: `{"password":"broken-secret` });
    await call(url, 'GET', `/auth/nothing?token=query-secret`, ada);
    await call(url, 'GET', `/messages/${'%ZZ'}url-secret`, ada);
    await call(url, 'POST', '/auth/logout', ada);
    await server.stop();

    const log = server.readLog();
    expect(readLines()).toContainEqual(
      expect.objectContaining({
        method: 'POST',
        route: '/api/v1/messages/send/:userId',
        status: 200,
        ms: expect.any(Number),
        reqId: expect.any(String),
        userId: ada.id,
      }),
    );
    const secrets = [ada.token, grace.token, ada.email, ada.password, text];
    for (const secret of [...secrets, 'secret', 'Secretname', 'base64']) {
      expect(log).not.toContain(secret);
    }
  });
});

test('A picture that was stored and whose answer was lost is there and told of when it is sent again', async () => {
  const started: Promise<Worker[]> = once(process, 'worker');
  // Without a limit no other commit comes before that of the message.
  await startPair({ config: { PICTURE_BYTES_PER_DAY: 0 } });
  const [writer] = await started;
  const graces = await join(server.url, grace);
  const key = crypto.randomUUID();
  const ask = () =>
    call<SendResponse>(server.url, 'POST', `/messages/send/${grace.id}`, {
      token: ada.token,
      body: { image: makeDataUrl(makePng(8, 8)) },
      headers: { 'idempotency-key': key },
    });
  // The thread dies when it has committed, before anybody hears of it.
  writer?.removeAllListeners('message').once('message', () => writer.terminate());
  const { status, headers } = await ask();
  // Not 503, of which a client knows that nothing was stored.
  expect(status).toBe(504);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);

  const { body } = await ask();
  if (!body.success) throw new Error(body.message);
  const image = await fetch(`${server.url}${body.newMessage.image}`);
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
  // As new it would be shown twice by a client that had heard of it.
  await graces.hear('catchUp');
  expect(graces.heard('newMessage')).toEqual([]);
});
