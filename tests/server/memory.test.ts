/** What is on its way: who waits for memory, who is refused, and who is cut because nothing moves. */
import { describe, expect, test } from 'vitest';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import type { TestServerOptions } from '../support/server.ts';
import { makeHeavyPicture, openRaw } from './attack/support/raw.ts';
import { call, type Member, send } from './support/calls.ts';
import { createManualWatch, type ManualWatch } from './support/manual-watch.ts';
import { ada, grace, server, settle, startPair } from './support/pair.ts';
import { join } from './support/sockets.ts';

let watch: ManualWatch;

async function start(options: TestServerOptions = {}): Promise<void> {
  watch = createManualWatch();
  await startPair({ watch, ...options });
}

function begin(from: Member, headers: string[]) {
  const connection = openRaw(server.url);
  const start = `POST /api/v1/messages/send/${grace.id} HTTP/1.1`;
  const lines = ['Host: x', `token: ${from.token}`, 'Content-Type: application/json', ...headers];
  connection.socket.write([start, ...lines, '', ''].join('\r\n'));
  return connection;
}

/** Begins an upload whose body never comes. */
async function hold(from: Member, ...headers: string[]) {
  const connection = begin(from, [...headers, 'Expect: 100-continue']);
  await connection.until((received) => received.includes('100 Continue'));
  await settle();
  return connection;
}

function upload(from: Member, to: Member, bytes: number) {
  const body = { image: `data:image/png;base64,${'A'.repeat(bytes)}` };
  return call(server.url, 'POST', `/messages/send/${to.id}`, { token: from.token, body });
}

/** Bodies may take 1.6 MB of it, those of one person 400 kB. */
const MEMORY = { MEMORY_BUDGET_BYTES: 3_200_000 };
const SMALL_PICTURES = { ...MEMORY, MAX_IMAGE_BYTES: 200_000 };
const NOW = { config: MEMORY, timing: { waitMs: 0 } };
const LATER = { config: MEMORY, timing: { waitMs: 60_000 } };

describe('A large body', () => {
  test.each([
    ['told', { length: 'Content-Length: 350000', bytes: 100_000, config: MEMORY }],
    // It takes as much as it may become.
    ['not told', { length: 'Transfer-Encoding: chunked', bytes: 150_000, config: SMALL_PICTURES }],
  ])(
    'whose length is %s is refused for as much on its way, and one of somebody else is not',
    async (_what, { length, bytes, config }) => {
      await start({ ...NOW, config });
      const held = await hold(ada, length);
      const refused = await upload(ada, grace, bytes);
      expect(refused).toMatchObject({
        status: 429,
        body: { success: false, message: 'That was too much at once. Try again shortly.' },
      });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      // Refused for what it holds: it was let in.
      expect((await upload(grace, ada, bytes)).status).toBe(400);
      await send(server.url, ada, grace, 'A text needs no place.');
      held.socket.destroy();
      await expect.poll(async () => (await upload(ada, grace, bytes)).status).toBe(400);
    },
  );

  test('waits for its place, and gets it when another has ended', async () => {
    await start(LATER);
    const held = await hold(ada, 'Content-Length: 350000');
    const waiting = upload(ada, grace, 100_000);
    await settle();
    held.socket.destroy();
    expect((await waiting).status).toBe(400);
    // Each gives its place back with its answer, whatever that is.
    for (let number = 0; number < 10; number += 1) {
      expect((await upload(ada, grace, 350_000)).status).toBe(400);
      const image = makeDataUrl(Buffer.concat([makePng(8, 8), Buffer.alloc(200_000)]));
      await send(server.url, ada, grace, { image });
    }
  });
});

/** A server whose pages are read when the test lets them. */
async function startHeld(options: TestServerOptions) {
  const isLetIn = Promise.withResolvers<void>();
  let read = 0;
  await start({
    ...options,
    wrapReader: (reader) => ({
      ...reader,
      async readPage(...asked) {
        read += 1;
        await isLetIn.promise;
        return reader.readPage(...asked);
      },
    }),
  });
  return { letIn: isLetIn.resolve, countRead: () => read };
}

describe('A long answer', () => {
  const readPage = () => call(server.url, 'GET', `/messages/${grace.id}?limit=10`, ada);

  test('is not made while its reader has as much on its way: it is refused', async () => {
    const { letIn, countRead } = await startHeld(NOW);
    const first = readPage();
    await expect.poll(countRead).toBe(1);
    expect((await readPage()).status).toBe(429);
    expect(countRead()).toBe(1);
    // Short ones need no place.
    expect((await call(server.url, 'GET', '/auth/check', ada)).status).toBe(200);
    letIn();
    expect((await first).status).toBe(200);
    expect((await readPage()).status).toBe(200);
  });

  test('waits for its place before it is made, and nobody waits for a reader who has gone', async () => {
    const { letIn, countRead } = await startHeld(LATER);
    const first = readPage();
    await expect.poll(countRead).toBe(1);
    const leaver = new AbortController();
    const left = fetch(`${server.url}/api/v1/messages/${grace.id}?limit=10`, {
      headers: { token: ada.token },
      signal: leaver.signal,
    });
    await settle();
    leaver.abort();
    await expect(left).rejects.toThrow();
    const second = readPage();
    await settle();
    expect(countRead()).toBe(1);
    letIn();
    expect((await first).status).toBe(200);
    expect((await second).status).toBe(200);
    expect(countRead()).toBe(2);
  });

  test('gives its place back when it fails', async () => {
    await start({
      ...NOW,
      wrapReader: (reader) => ({ ...reader, readPage: () => Promise.reject(new Error('Broken.')) }),
    });
    for (let time = 0; time < 2; time += 1) expect((await readPage()).status).toBe(500);
  });
});

describe('A client that does not read', () => {
  test('a long answer is cut when half a minute has passed, and holds memory until then', async () => {
    // Answers of one address may take 200 kB of it: one stream.
    await start({ timing: { waitMs: 0 }, config: { MEMORY_BUDGET_BYTES: 1_600_000 } });
    const { image } = await send(server.url, ada, grace, { image: makeHeavyPicture(7_000_000) });
    const slow = openRaw(server.url);
    // The system keeps some of them.
    slow.socket.write(`GET ${image} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(4));
    await slow.until((received) => received.includes('\r\n\r\n'));
    slow.socket.pause();
    const other = async () => {
      const answer = await fetch(server.url + image);
      await answer.arrayBuffer();
      return answer.status;
    };
    await expect.poll(other).toBe(429);
    // Again while the system still takes some.
    await expect
      .poll(() => {
        watch.pass(30_000);
        return other();
      })
      .toBe(200);
    slow.socket.resume();
    expect((await slow.until()).length).toBeLessThan(4 * 7_000_000);
  });

  test('and polls, but asks no more, is cut when half a minute has passed', async () => {
    await start();
    const session = await openPolling(grace);
    const answer = async () => (await fetch(session, { method: 'POST', body: PONG })).status;
    await send(server.url, ada, grace, 'Nobody asks for this.');
    watch.pass(5_000);
    watch.pass(29_000);
    expect(await answer()).toBe(200);
    watch.pass(1_000);
    await expect.poll(answer).toBe(400);
  });

  test('is cut when there is no memory left for what waits for it, and the others stay', async () => {
    // Events that wait may take 400 kB of it.
    await start({ config: { MEMORY_BUDGET_BYTES: 1_600_000 } });
    const session = await openPolling(grace);
    const quick = await join(server.url, grace, { transports: ['websocket'] });
    for (let number = 0; number < 20; number += 1) {
      const { _id } = await send(server.url, ada, grace, '\u{1F600}'.repeat(5_000));
      await quick.hear('newMessage', (message) => message._id === _id);
    }
    const answer = await fetch(session, { method: 'POST', body: PONG });
    expect(answer.status).toBe(400);
    expect(quick.heard('newMessage')).toHaveLength(20);
  });
});

test('Requests of one client behind a proxy are bounded, and those of others are not', async () => {
  const limits = { RATE_LIMITS: true, CONNECTIONS_PER_ADDRESS: 2 };
  const { letIn, countRead } = await startHeld({
    config: { ...limits, TRUSTED_PROXIES: ['127.0.0.0/8'] },
  });
  const ask = (address: string, { token } = ada) =>
    call(server.url, 'GET', `/messages/${grace.id}?limit=1`, {
      token,
      headers: { 'x-forwarded-for': address },
    });
  const held = [ask('192.0.2.1'), ask('192.0.2.1')];
  await expect.poll(countRead).toBe(2);
  expect((await ask('192.0.2.1')).status).toBe(429);
  held.push(ask('192.0.2.2', grace));
  await expect.poll(countRead).toBe(3);
  letIn();
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200, 200]);
  await expect.poll(async () => (await ask('192.0.2.1')).status).toBe(200);
});

/** A packet of Engine.IO. */
const PONG = '3';

/** Signs in by polling, and answers where it polls. Nothing is waiting then. */
async function openPolling(member: Member): Promise<string> {
  const address = `${server.url}/socket.io/?EIO=4&transport=polling&userId=${member.id}`;
  const [, sid] = /"sid":"([^"]+)"/.exec(await (await fetch(address)).text()) ?? [];
  const session = `${address}&sid=${sid}`;
  await fetch(session, { method: 'POST', body: `40${JSON.stringify({ token: member.token })}` });
  let heard = '';
  while (!heard.includes('getOnlineUsers')) heard += await (await fetch(session)).text();
  return session;
}
