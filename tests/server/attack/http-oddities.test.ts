/** What is nearly HTTP: each is answered or cut, none reaches another request's place, and the server goes on. */
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../support/server.ts';
import { send, signUp } from '../support/calls.ts';
import { makeHeavyPicture, openRaw, sendRaw } from './support/raw.ts';
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

test.each([
  ['two Hosts', write(CHECK, ['Host: y']), 401],
  ['no Host', `${CHECK}\r\nConnection: close\r\n\r\n`, 400],
  ['a space before the colon', write(CHECK, ['token : x']), 400],
  ['two lengths', write(LOG_IN, [JSON_TYPE, 'Content-Length: 2', 'Content-Length: 3'], '{}x'), 400],
  ['a length beyond limits', write(LOG_IN, [JSON_TYPE, 'Content-Length: 999999999999']), 413],
  [
    'a length and chunks',
    write(LOG_IN, [JSON_TYPE, 'Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    400,
  ],
  ['an unknown coding', write(LOG_IN, [JSON_TYPE, 'Transfer-Encoding: gzip'], '{}'), 400],
  ['thousands of headers', write(CHECK, Array(2_000).fill('a:')), 431],
  ['an expectation', write(CHECK, ['Expect: miracles']), 417],
  ['the path *', write('OPTIONS * HTTP/1.1'), 404],
  ['a whole address', write('GET http://elsewhere.example/api/v1/auth/check HTTP/1.1'), 401],
  ['two slashes', write('GET //api/v1/auth/check HTTP/1.1'), 404],
  ['dots', write('GET /api/v1/../v1/auth/check HTTP/1.1'), 404],
  [
    'a compressed body',
    write(LOG_IN, [JSON_TYPE, 'Content-Encoding: gzip', 'Content-Length: 2'], '{}'),
    415,
  ],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
])('A request with %s is refused', async (_what, bytes, status) => {
  expect(statusesOf(await sendRaw(world.server.url, bytes))[0]).toBe(status);
});

test('A long address takes no more of the processor than another, whatever it repeats', async () => {
  async function measure(sign: string): Promise<number> {
    const address = `/a${sign.repeat(Math.floor(15_000 / sign.length))}/`;
    const began = process.threadCpuUsage().user;
    for (let time = 0; time < 20; time += 1) {
      await sendRaw(world.server.url, write(`GET ${address} HTTP/1.1`));
    }
    return process.threadCpuUsage().user - began;
  }
  const usual = await measure('a');
  for (const sign of ['.', '..', '/', '?', '%2e', ';', '=.', '-_']) {
    expect(await measure(sign), sign).toBeLessThan(50 * usual);
  }
});

test('An offer to go on with HTTP/2, as some clients make with each request, is declined by an answer', async () => {
  const offer = ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA'];
  const asked = write(CHECK, [...offer, `token: ${world.ada.token}`]);
  const bytes = asked.replace('Connection: close', 'Connection: close, Upgrade, HTTP2-Settings');
  expect(statusesOf(await sendRaw(world.server.url, bytes))).toEqual([200]);
});

test('Requests in one breath are begun one after the other, and each is answered as if it came alone', async () => {
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
  onTestFinished(() => server.close());
  const { token } = await signUp(server.url);
  const last = write(CHECK, [`token: ${token}`]);
  const signedIn = last.replace('close', 'keep-alive');
  // Nothing of a request gets into the next one: neither its session nor its body.
  const stranger = write(LOG_IN, [JSON_TYPE, 'Content-Length: 2'], '{}').replace(
    'close',
    'keep-alive',
  );
  const answers = await sendRaw(server.url, (signedIn + stranger).repeat(9) + last);
  expect(statusesOf(answers)).toEqual([...Array.from({ length: 9 }, () => [200, 400]).flat(), 200]);
  expect(mostUnderWay).toBe(1);
});

test('Thousands of requests in one breath, each of which would wait in memory, are cut', async () => {
  const one = 'GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n';
  const answers = await sendRaw(world.server.url, one.repeat(2_000));
  expect(statusesOf(answers).length).toBeLessThan(200);
});

test('Nonsense behind a request never gets into the answer to it', async () => {
  const { server, grace, mallory } = world;
  const picture = { image: makeHeavyPicture(6_000_000) };
  const { image } = await send(server.url, mallory, grace, picture);
  const connection = openRaw(server.url);
  connection.socket.write(`GET ${image} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await connection.until((received) => received.includes('\r\n\r\n'));
  connection.socket.pause();
  await new Promise((resolve) => connection.socket.write('nonsense\r\n\r\n', resolve));
  connection.socket.resume();
  expect(statusesOf(await connection.until())).toEqual([200]);
});
