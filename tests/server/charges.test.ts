/** What each kind of call costs whom, how many are under way, and what ends when the client leaves. */
import { describe, expect, test } from 'vitest';
import type { Config } from '../../server/config.ts';
import type { Reader } from '../../server/domain/ports/reader.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { call, logIn, type Member, send } from './support/calls.ts';
import { ada, grace, server, settle, startPair } from './support/pair.ts';
import { join } from './support/sockets.ts';

const UNITS = 60;

let now: number;

async function start(config: Partial<Config> = {}, wrapReader = (reader: Reader) => reader) {
  now = 0;
  await startPair({
    now: () => now,
    wrapReader,
    // Memory for answers would hold back the fourth of the largest, and is not what is counted here.
    config: {
      RATE_LIMITS: true,
      CALLS_PER_MINUTE: UNITS,
      MEMORY_BUDGET_BYTES: 900_000_000,
      ...config,
    },
  });
}

const read = (path: string, { token }: Pick<Member, 'token'> = ada, init: RequestInit = {}) =>
  fetch(`${server.url}/api/v1${path}`, { ...init, headers: { token, ...init.headers } });

/** Whole units that are left to somebody, who has none afterwards; a debt is below zero. */
async function readLeft(member: Pick<Member, 'token'> = ada): Promise<number> {
  for (let left = 0; ; left += 1) {
    const answer = await read('/auth/check', member);
    if (answer.status === 200) continue;
    expect(answer.status).toBe(429);
    if (left > 0) return left;
    return 1 - Number(answer.headers.get('retry-after'));
  }
}

async function sendMany(count: number, length: number): Promise<void> {
  const text = 'x'.repeat(length);
  await Promise.all(Array.from({ length: count }, () => send(server.url, grace, ada, text)));
}

describe('An account pays', () => {
  test('one unit for a plain call, in all sessions together, and nobody else does', async () => {
    await start();
    const other = await logIn(server.url, ada);
    for (let time = 0; time < UNITS / 2; time += 1) {
      expect((await read('/auth/check')).status).toBe(200);
      expect((await read('/auth/check', other)).status).toBe(200);
    }
    for (const session of [ada, other]) {
      const refused = await read('/auth/sessions', session);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(await refused.json()).toEqual({
        success: false,
        message: 'Too many attempts. Try again in 1 s.',
      });
    }
    expect(await readLeft(grace)).toBe(UNITS);
    now += 1_000;
    expect((await read('/auth/check')).status).toBe(200);
  });

  test('for a page, and for a list of people, by its length, and one unit for a list that has not changed', async () => {
    await start();
    await sendMany(20, 10_000);
    const page = (await (await read(`/messages/${grace.id}?limit=20`)).text()).length;
    expect(page).toBeGreaterThan(200_000);
    for (let person = 0; person < 40; person += 1) {
      await server.store.createUser({
        email: `p${person}@example.org`,
        passwordHash: 'x',
        fullName: 'x'.repeat(80),
        bio: 'x'.repeat(500),
      });
    }
    const list = await read('/messages/users');
    const { length } = await list.text();
    expect(length).toBeGreaterThan(16_384);
    const headers = { 'if-none-match': list.headers.get('etag') ?? '' };
    expect((await read('/messages/users', ada, { headers })).status).toBe(304);
    const cost = [page, length].reduce((sum, each) => sum + 1 + Math.floor(each / 16_384), 1);
    expect(await readLeft()).toBe(UNITS - cost);
  });

  test('for a whole conversation page by page', async () => {
    // The more calls there are, the shorter is the pause behind each part.
    const units = 5 * UNITS;
    await start({ SENDS_PER_MINUTE: 1_000, CALLS_PER_MINUTE: units });
    await sendMany(201, 800);
    const { length } = await (await read(`/messages/${grace.id}`)).text();
    const cost = 1 + length / 16_384;
    expect(cost).toBeGreaterThan(10);
    expect(Math.abs((await readLeft()) - (units - cost))).toBeLessThanOrEqual(1);
  });

  test.each(['search?q=x', 'first?since=2020-01-01T00:00:00Z'])(
    'for the time that %s takes, up to a bound',
    async (path) => {
      let takesMs = 40;
      await start({}, (reader) => ({
        ...reader,
        findText: async (...asked) => ({ ...(await reader.findText(...asked)), ms: takesMs }),
        findFirst: async (...asked) => ({ ...(await reader.findFirst(...asked)), ms: takesMs }),
      }));
      expect((await read(`/messages/${grace.id}/${path}`)).status).toBe(200);
      expect(await readLeft()).toBe(UNITS - 1 - 40 / 4);
      takesMs = 400;
      expect((await read(`/messages/${ada.id}/${path}`, grace)).status).toBe(200);
      expect(await readLeft(grace)).toBe(UNITS - 1 - 50);
    },
  );

  test('more for what concerns many, or takes a core', async () => {
    await start();
    const put = (path: string, body?: object) =>
      call(server.url, 'PUT', path, { token: ada.token, ...(body && { body }) });
    const profile = { fullName: 'Ada', bio: 'x' };
    expect((await put('/auth/update-profile', profile)).status).toBe(200);
    expect((await put(`/messages/block/${grace.id}`)).status).toBe(200);
    expect((await read('/auth/invitations', ada, { method: 'POST' })).status).toBe(403);
    expect(await readLeft()).toBe(UNITS - 20 - 5 - 20);
    const password = { currentPassword: 'a wrong password', newPassword: 'long and odd enough' };
    await call(server.url, 'PUT', '/auth/password', { token: grace.token, body: password });
    expect(await readLeft(grace)).toBe(UNITS - 50);
  });

  test('for the picture of a message by its length, beside the message', async () => {
    await start({ SENDS_PER_MINUTE: 2 });
    const image = makeDataUrl(makePng(6_000, 6_000));
    expect(image.length).toBeGreaterThan(2 * 65_536);
    await send(server.url, ada, grace, { image });
    await send(server.url, ada, grace, 'x');
    expect(await readLeft()).toBe(UNITS - Math.floor(JSON.stringify({ image }).length / 65_536));
    const third = call(server.url, 'POST', `/messages/send/${grace.id}`, {
      token: ada.token,
      body: { text: 'x' },
    });
    expect((await third).status).toBe(429);
  });
});

describe('A network pays', () => {
  const NETWORK_UNITS = 10;
  const from = (address: string) => ({ 'x-forwarded-for': address });

  test.each([
    ['health checks', '/healthz', {}, 200],
    ['addresses of nothing', '/static/nothing.js', {}, 404],
    ['calls that do not exist', '/api/v1/nothing', {}, 404],
    ['unknown pictures', `/api/v1/media/${'0'.repeat(32)}`, {}, 404],
    ['unknown tokens', '/api/v1/auth/check', { token: 'x'.repeat(43) }, 401],
  ])('for %s', async (_what, path, headers, status) => {
    await start({ CALLS_PER_MINUTE: NETWORK_UNITS / 10, TRUSTED_PROXIES: ['127.0.0.0/8'] });
    const ask = (address: string) =>
      fetch(server.url + path, { headers: { ...headers, ...from(address) } });
    for (let time = 0; time < NETWORK_UNITS; time += 1) {
      expect((await ask('192.0.2.1')).status).toBe(status);
    }
    const refused = await ask('192.0.2.1');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('6');
    expect((await ask('192.0.2.2')).status).toBe(status);
    // Whoever has a session there pays with the account.
    const extraHeaders = from('192.0.2.1');
    expect((await read('/auth/check', ada, { headers: extraHeaders })).status).toBe(200);
    await join(server.url, grace, { extraHeaders });
  });

  test('for handshakes and what nearly is one, however it is written', async () => {
    await start({ CALLS_PER_MINUTE: NETWORK_UNITS });
    const knock = async (query: string, method = 'GET') =>
      (await fetch(`${server.url}/socket.io/?EIO=4${query}`, { method })).status;
    for (let time = 0; time < NETWORK_UNITS; time += 5) {
      expect(await knock('&transport=polling')).toBe(200);
      expect(await knock('&transport=nothing')).toBe(400);
      expect(await knock('&transport=polling&sid=__proto__', 'POST')).toBe(400);
      expect(await knock('&transport=polling', 'PUT')).toBe(405);
      expect(await knock('')).toBe(400);
    }
    expect(await knock('&transport=polling')).toBe(429);
    expect(await knock('', 'PUT')).toBe(429);
  });
});

/** A reader whose reads wait until they are let go. */
function holdReads() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const readers: string[] = [];
  async function hold({ readerId }: { readerId: string }) {
    readers.push(readerId);
    await released;
  }
  const wrapReader = (reader: Reader): Reader => ({
    ...reader,
    readPage: async (asked, signal) => hold(asked).then(() => reader.readPage(asked, signal)),
    findText: async (asked, signal) => hold(asked).then(() => reader.findText(asked, signal)),
  });
  return { readers, release, wrapReader };
}

test('Of one account four reading calls and one search are under way at a time, and so many wait; further ones are refused', async () => {
  const { readers, release, wrapReader } = holdReads();
  await start({}, wrapReader);
  const pages = Array.from({ length: 6 }, () => read(`/messages/${grace.id}?limit=1&peek=true`));
  await expect.poll(() => readers.length).toBe(4);
  const refusals: Array<string | null> = [];
  const searches = Array.from({ length: 7 }, async () => {
    const { status, headers } = await read(`/messages/${grace.id}/search?q=x`);
    if (status === 429) refusals.push(headers.get('retry-after'));
    return status;
  });
  await expect.poll(() => refusals).toEqual(['1', '1']);
  const others = read(`/messages/${ada.id}?limit=1&peek=true`, grace);
  await expect.poll(() => readers).toContain(grace.id);
  await settle();
  expect(readers.filter((reader) => reader === ada.id)).toHaveLength(5);
  release();
  for (const { status } of await Promise.all([...pages, others])) expect(status).toBe(200);
  const statuses = await Promise.all(searches);
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
});

test('An account that has nothing left has its calls refused that wait for a place', async () => {
  const held = Promise.withResolvers<void>();
  let searches = 0;
  await start({}, (reader) => ({
    ...reader,
    async findText(...asked) {
      searches += 1;
      await held.promise;
      return { ...(await reader.findText(...asked)), ms: 8 };
    },
  }));
  for (let unit = 0; unit < UNITS - 2; unit += 1) await read('/auth/check');
  const search = () => read(`/messages/${grace.id}/search?q=x`);
  const first = search();
  await expect.poll(() => searches).toBe(1);
  const waiting = [search(), search()];
  await settle();
  held.resolve();
  expect((await first).status).toBe(200);
  for (const { status, headers } of await Promise.all(waiting)) {
    expect(status).toBe(429);
    // Of 2 units, less 1 and 2 of the search: a debt of 1.
    expect(headers.get('retry-after')).toBe('2');
  }
  expect(searches).toBe(1);
});

test('A costly call keeps its place for a while, so that nobody spends a whole minute at once', async () => {
  let reads = 0;
  await start({}, (reader) => ({
    ...reader,
    findText: async (...asked) => {
      reads += 1;
      return { ...(await reader.findText(...asked)), ms: 100 };
    },
  }));
  const search = (signal: AbortSignal | null = null) =>
    read(`/messages/${grace.id}/search?q=x`, ada, { signal });
  expect((await search()).status).toBe(200);
  const leaving = new AbortController();
  const waiting = search(leaving.signal).catch(() => 'left');
  await settle();
  expect(reads).toBe(1);
  leaving.abort();
  expect(await waiting).toBe('left');
});

describe('Work ends when the client leaves', () => {
  test('in the middle of a search, whose place the next one gets at once', async () => {
    const { readers, release, wrapReader } = holdReads();
    await start({}, wrapReader);
    const leaving = new AbortController();
    const left = read(`/messages/${grace.id}/search?q=nothing`, ada, { signal: leaving.signal });
    left.catch(() => {});
    await expect.poll(() => readers.length).toBe(1);
    leaving.abort();
    const next = read(`/messages/${ada.id}/search?q=x`);
    await expect.poll(() => readers.length).toBe(2);
    release();
    expect((await next).status).toBe(200);
  });

  test('in a whole conversation that pauses for the debt of its reader', async () => {
    let reads = 0;
    await start({ CALLS_PER_MINUTE: 1, SENDS_PER_MINUTE: 1_000 }, (reader) => ({
      ...reader,
      readPage: (...asked) => {
        reads += 1;
        return reader.readPage(...asked);
      },
    }));
    await sendMany(201, 100);
    const headers = { 'accept-encoding': 'identity' };
    const answer = await read(`/messages/${grace.id}`, ada, { headers });
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
    await settle();
    // Stopping waits for what is under way.
    await server.stop();
    expect(reads).toBe(1);
  });
});
