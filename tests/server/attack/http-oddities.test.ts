/** What is nearly HTTP: each is answered or cut, none reaches another request's place, and the server goes on. */
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeDataUrl, makePng } from '../../support/pictures.ts';
import { startServer } from '../../support/server.ts';
import { type Member, send, signUp } from '../support/calls.ts';
import { openRaw, sendRaw } from './support/raw.ts';
import { createWorld, type World } from './support/world.ts';

let world: World;
let before: unknown;
beforeAll(async () => {
  world = await createWorld();
  before = await world.read();
});
afterEach(async () => {
  expect(await world.read()).toEqual(before);
  expect(world.server.readLog()).toBe('');
});
afterAll(() => world.close());

/** A request in full, on a connection that ends with its answer. */
function write(start: string, headers: string[] = [], body = ''): string {
  return [start, 'Host: x', 'Connection: close', ...headers, '', body].join('\r\n');
}
const CHECK = 'GET /api/v1/auth/check HTTP/1.1';
const LOG_IN = 'POST /api/v1/auth/login HTTP/1.1';
const JSON_TYPE = 'Content-Type: application/json';

function statusesOf(answers: string): number[] {
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** More than the system keeps for a client that does not read. */
function makeHeavyPng(bytes: number): Buffer {
  const png = makePng(8, 8);
  const headerEnd = 33;
  const data = Buffer.alloc(12 + bytes);
  data.writeUInt32BE(bytes, 0);
  data.write('IDAT', 4);
  return Buffer.concat([png.subarray(0, headerEnd), data, png.subarray(headerEnd)]);
}

describe('A request', () => {
  test.each([
    ['two Hosts', write(CHECK, ['Host: y']), 401],
    ['an unknown version', write('GET / HTTP/9.9'), 400],
    ['an unknown method', write('HACK / HTTP/1.1'), 400],
    ['no path', write('GET HTTP/1.1'), 400],
    ['a space in its path', write('GET /api/v1/auth check HTTP/1.1'), 400],
    ['NUL in a header', write(CHECK, ['token: a\0b']), 400],
    ['a folded header', write(CHECK, ['token: a', '\tb']), 400],
    ['a space before the colon', write(CHECK, ['token : x']), 400],
    ['an empty header name', write(CHECK, [': x']), 400],
    [
      'two lengths',
      write(LOG_IN, [JSON_TYPE, 'Content-Length: 2', 'Content-Length: 3'], '{}x'),
      400,
    ],
    ['a negative length', write(LOG_IN, [JSON_TYPE, 'Content-Length: -1']), 400],
    ['a length in words', write(LOG_IN, [JSON_TYPE, 'Content-Length: two'], '{}'), 400],
    [
      'a length beyond numbers',
      write(LOG_IN, [JSON_TYPE, `Content-Length: ${'9'.repeat(40)}`]),
      400,
    ],
    ['a length beyond limits', write(LOG_IN, [JSON_TYPE, 'Content-Length: 999999999999']), 413],
    [
      'a length and chunks',
      write(LOG_IN, [JSON_TYPE, 'Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
      400,
    ],
    ['an unknown coding', write(LOG_IN, [JSON_TYPE, 'Transfer-Encoding: gzip'], '{}'), 400],
    ['chunks of nonsense', write(LOG_IN, [JSON_TYPE, 'Transfer-Encoding: chunked'], 'zz\r\n'), 400],
    [
      'a chunk beyond limits',
      write(LOG_IN, [JSON_TYPE, 'Transfer-Encoding: chunked'], 'fffffffffffffffff\r\n'),
      400,
    ],
    ['a header of 20 kB', write(CHECK, [`token: ${'x'.repeat(20_000)}`]), 431],
    ['a path of 20 kB', write(`GET /${'x'.repeat(20_000)} HTTP/1.1`), 431],
    ['two tokens', write(CHECK, ['token: a', 'token: b']), 401],
    ['an expectation', write(CHECK, ['Expect: miracles']), 417],
    ['the path *', write('OPTIONS * HTTP/1.1'), 404],
    ['a whole address', write('GET http://elsewhere.example/api/v1/auth/check HTTP/1.1'), 401],
    ['two slashes', write('GET //api/v1/auth/check HTTP/1.1'), 403],
    ['dots', write('GET /api/v1/../v1/auth/check HTTP/1.1'), 403],
    [
      'a compressed body',
      write(LOG_IN, [JSON_TYPE, 'Content-Encoding: gzip', 'Content-Length: 2'], '{}'),
      415,
    ],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ])('with %s is refused', async (_what, bytes, status) => {
    const answer = await sendRaw(world.server.url, bytes);
    expect(statusesOf(answer)[0]).toBe(status);
  });

  test('without Host is refused', async () => {
    const bytes = 'GET /api/v1/auth/check HTTP/1.1\r\nConnection: close\r\n\r\n';
    const answer = await sendRaw(world.server.url, bytes);
    expect(statusesOf(answer)).toEqual([400]);
  });

  test('with thousands of headers is refused', async () => {
    const headers = Array.from({ length: 2_000 }, () => 'a:');
    const answer = await sendRaw(world.server.url, write(CHECK, headers));
    expect(statusesOf(answer)).toEqual([431]);
  });

  test('that smuggles another behind its body is answered for each as if it came alone', async () => {
    const smuggled = write(CHECK, [`token: ${world.ada.token}`]);
    const first = write(LOG_IN, [JSON_TYPE, 'Content-Length: 2'], '{}').replace(
      'close',
      'keep-alive',
    );
    expect(statusesOf(await sendRaw(world.server.url, first + smuggled))).toEqual([400, 200]);
  });

  test('of a connection that is cut in the middle is forgotten', async () => {
    for (const bytes of ['GET', CHECK, write(LOG_IN, [JSON_TYPE, 'Content-Length: 100'], '{"em')]) {
      const connection = openRaw(world.server.url);
      await new Promise((resolve) => connection.socket.write(bytes, resolve));
      connection.socket.destroy();
    }
    expect((await fetch(`${world.server.url}/healthz`)).status).toBe(200);
  });
});

test('An offer to go on with HTTP/2, as some clients make with each request, is declined by an answer', async () => {
  const offer = ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA'];
  const asked = write(CHECK, [...offer, `token: ${world.ada.token}`]);
  const bytes = asked.replace('Connection: close', 'Connection: close, Upgrade, HTTP2-Settings');
  expect(statusesOf(await sendRaw(world.server.url, bytes))).toEqual([200]);
});

test('Twenty requests in one breath get twenty answers in their order', async () => {
  const paths = Array.from({ length: 19 }, (_, index) => (index % 2 ? '/nothing' : '/auth/check'));
  const requests = paths.map((path) => `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const answers = await sendRaw(world.server.url, requests.join('') + write(CHECK));
  expect(statusesOf(answers)).toEqual([
    ...paths.map((path) => (path === '/nothing' ? 404 : 401)),
    401,
  ]);
});

test('Thousands of requests in one breath, each of which would wait in memory, are cut', async () => {
  const one = 'GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n';
  const answers = await sendRaw(world.server.url, one.repeat(2_000));
  expect(statusesOf(answers).length).toBeLessThan(200);
});

test('Requests in one breath are begun one after the other', async () => {
  let underWay = 0;
  let mostUnderWay = 0;
  const server = await startServer({
    wrapStore: (store) => ({
      ...store,
      async findUser(id) {
        underWay += 1;
        mostUnderWay = Math.max(mostUnderWay, underWay);
        await setImmediate();
        underWay -= 1;
        return store.findUser(id);
      },
    }),
  });
  const { token } = await signUp(server.url);
  const asked = write(CHECK, [`token: ${token}`]);
  const kept = asked.replace('close', 'keep-alive');
  const answers = await sendRaw(server.url, kept.repeat(19) + asked);
  await server.close();
  expect(statusesOf(answers)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(mostUnderWay).toBe(1);
});

test('Nonsense behind a request never gets into the answer to it', async () => {
  const { server, grace, mallory } = world;
  const picture = { image: makeDataUrl(makeHeavyPng(6_000_000)) };
  const { image } = await send(server.url, mallory, grace, picture);
  const connection = openRaw(server.url);
  connection.socket.write(`GET ${image} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await connection.until((received) => received.includes('\r\n\r\n'));
  connection.socket.pause();
  await new Promise((resolve) => connection.socket.write('nonsense\r\n\r\n', resolve));
  connection.socket.resume();
  expect(statusesOf(await connection.until())).toEqual([200]);
});

test('A body in chunks of one byte is taken whole, and not without end', async () => {
  const { server, mallory, grace } = world;
  const cut = (text: string) => [...text].map((byte) => `1\r\n${byte}\r\n`).join('');
  const begin = (content: string) => {
    const connection = openRaw(server.url);
    const headers = [`token: ${mallory.token}`, JSON_TYPE, 'Transfer-Encoding: chunked'];
    connection.socket.write(
      write(`POST /api/v1/messages/send/${grace.id} HTTP/1.1`, headers, cut(content)),
    );
    return connection;
  };
  const text = 'A byte at a time. '.repeat(50).trim();
  const whole = begin(JSON.stringify({ text }));
  whole.socket.write('0\r\n\r\n');
  expect(await whole.until((received) => received.includes('"createdAt"'))).toContain(text);

  // Each chunk costs as much as a long one: too many of them are not read.
  const before = process.memoryUsage().heapUsed;
  const endless = begin('{"image":"');
  endless.socket.write('1\r\nA\r\n'.repeat(500_000), 'latin1');
  await endless.until();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000);
  await send(server.url, mallory, grace, 'Still there');
});

test('A connection on which nothing moves any more is cut', async () => {
  const server = await startServer({ timing: { idleMs: 100 } });
  const started = write(LOG_IN, [JSON_TYPE, 'Content-Length: 1000'], '{"email":');
  expect(await sendRaw(server.url, started)).toBe('');
  await server.close();
});

test.each([
  {
    how: 'with their length',
    name: (length: number) => `Content-Length: ${length}`,
    encode: (part: string) => part,
    end: '',
  },
  {
    how: 'in chunks',
    name: () => 'Transfer-Encoding: chunked',
    encode: (part: string) => `${part.length.toString(16)}\r\n${part}\r\n`,
    end: '0\r\n\r\n',
  },
])(
  'Pictures of one person that come $how and never finish keep that person’s next one waiting, and nothing else',
  async ({ name, encode, end }) => {
    // An account's share of the memory holds four of them, whether their length is told or not.
    const config = { MAX_IMAGE_BYTES: 51_000, MEMORY_BUDGET_BYTES: 2_600_000 };
    const server = await startServer({ config, timing: { waitMs: 60_000 } });
    onTestFinished(() => server.close());
    const [ada, grace] = [await signUp(server.url), await signUp(server.url)];
    const mallory = await signUp(server.url);
    const picture = JSON.stringify({ image: makeDataUrl(makeHeavyPng(50_000)) });
    const begin = (from: Member) => {
      const connection = openRaw(server.url);
      const headers = [`token: ${from.token}`, JSON_TYPE, name(picture.length)];
      const path = `POST /api/v1/messages/send/${mallory.id} HTTP/1.1`;
      connection.socket.write(
        write(path, [...headers, 'Expect: 100-continue'], encode(picture.slice(0, -1))),
      );
      return connection;
    };
    const rest = encode('}') + end;
    const goesOn = (received: string) => received.includes('100 Continue');
    const unfinished = Array.from({ length: 4 }, () => begin(ada));
    await Promise.all(unfinished.map((connection) => connection.until(goesOn)));
    const next = begin(ada);
    await next.until(goesOn);
    next.socket.write(rest);

    // A picture of somebody else, and a text of the same person, go through meanwhile.
    const other = begin(grace);
    other.socket.write(rest);
    expect(await other.until()).toContain('"success":true');
    await send(server.url, ada, mallory, 'Meanwhile');
    expect(next.received()).not.toContain('"success"');
    unfinished[0]?.socket.destroy();
    expect(await next.until()).toContain('"success":true');

    // What has ended left one place, no more.
    unfinished.push(begin(ada));
    await unfinished.at(-1)?.until(goesOn);
    const last = begin(ada);
    await last.until(goesOn);
    last.socket.write(rest);
    for (let number = 0; number < 3; number += 1) {
      const others = begin(grace);
      others.socket.write(rest);
      expect(await others.until()).toContain('"success":true');
    }
    expect(last.received()).not.toContain('"success"');
    for (const { socket } of unfinished) socket.destroy();
    expect(await last.until()).toContain('"success":true');
  },
);

test('Pictures whose senders went before they were let in keep no place of that person', async () => {
  const isLetIn = Promise.withResolvers<void>();
  let asked = 0;
  const server = await startServer({
    wrapStore: (store) => ({
      ...store,
      findSession: async (tokenHash) => {
        asked += 1;
        await isLetIn.promise;
        return store.findSession(tokenHash);
      },
    }),
  });
  const [ada, grace] = [await signUp(server.url), await signUp(server.url)];
  const path = `/api/v1/messages/send/${grace.id}`;
  const body = JSON.stringify({ image: makeDataUrl(makeHeavyPng(50_000)) });
  const headers = [`token: ${ada.token}`, JSON_TYPE, `Content-Length: ${body.length}`];
  const gone = Array.from({ length: 4 }, () => openRaw(server.url));
  for (const { socket } of gone) socket.write(write(`POST ${path} HTTP/1.1`, headers));
  await expect.poll(() => asked).toBe(4);
  for (const { socket } of gone) socket.destroy();
  // Behind their ends.
  for (let turn = 0; turn < 5; turn += 1) await fetch(`${server.url}/livez`);
  isLetIn.resolve();

  const sent = await fetch(server.url + path, {
    method: 'POST',
    headers: { token: ada.token, 'content-type': 'application/json' },
    body,
  });
  expect(await sent.json()).toMatchObject({ success: true });
  await server.close();
});

test('Requests that never finish keep nobody else waiting', async () => {
  const slow = Array.from({ length: 300 }, () => openRaw(world.server.url));
  for (const [index, { socket }] of slow.entries()) {
    if (index % 3 === 0) socket.write('GET /api/v1/auth/check HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    if (index % 3 === 1)
      socket.write(write(LOG_IN, [JSON_TYPE, 'Content-Length: 1000'], '{"email":'));
  }
  expect((await fetch(`${world.server.url}/api/v1/auth/check`)).status).toBe(401);
  for (const { socket } of slow) socket.destroy();
});
