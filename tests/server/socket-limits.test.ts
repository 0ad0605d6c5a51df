/** What sockets may cost, and whose pages may open them. */
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryObjects } from 'node:v8';
import { Socket } from 'socket.io';
import { expect, test } from 'vitest';
import WebSocket from 'ws';
import { createClientAddresses } from '../../server/addresses/client-address.ts';
import { openRaw, sendRaw } from './attack/support/raw.ts';
import { send } from './support/calls.ts';
import { ada, grace, restart, server, startPair } from './support/pair.ts';
import { join, type Listener, listen, refusal } from './support/sockets.ts';

/** What the log says of connections that are refused or cut. */
function findLosses(): Array<Record<string, unknown>> {
  const lines = server.readLog().trimEnd().split('\n').filter(Boolean);
  return lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'connection refused or cut');
}

const from = (origin: string) => ({
  transports: ['websocket'],
  extraHeaders: { origin },
});

test('A page of a foreign site opens no socket, also not by naming no connection in any other way', async () => {
  await startPair();
  for (const origin of ['https://evil.example.org', 'null', 'http://127.0.0.1:1', 'nonsense']) {
    for (const transports of [['websocket'], ['polling']]) {
      await refusal(listen(server.url, ada, { ...from(origin), transports }));
    }
  }
  const headers = { origin: 'https://evil.example.org' };
  const answer = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`, { headers });
  expect(await answer.json()).toEqual({ success: false, message: 'This site may not connect.' });
  const remedy = expect.stringContaining('CORS_ORIGINS');
  expect(findLosses()[0]).toMatchObject({ level: 'warn', reason: 'foreign site', remedy });
  const endings = ['&sid=', '&sid', '&sid=x&sid=', '&a=?sid=1', '#&sid=x', '&sid=nobody'];
  endings.push('&sid=__proto__', '&sid=constructor', '&%73id=', '&sid=x&%73id=');
  const key = `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==`;
  for (const ending of endings) {
    for (const transport of ['websocket', 'polling']) {
      const path = `/socket.io/?EIO=4&transport=${transport}&userId=${ada.id}${ending}`;
      for (const upgrade of [`Connection: Upgrade\r\n${key}`, 'Connection: close']) {
        const heads = [
          'Host: x',
          'Origin: https://evil.example.org',
          'Upgrade: websocket',
          upgrade,
        ];
        const connection = openRaw(server.url);
        connection.socket.write(`GET ${path} HTTP/1.1\r\n${heads.join('\r\n')}\r\n\r\n`);
        const answer = await connection.until((received) => received.includes('\r\n\r\n'));
        expect(answer).toMatch(/^HTTP\/1.1 403 /);
        connection.socket.destroy();
      }
    }
  }
});

test.each(['ping', 'pong'] as const)('Who sends one %s after the other is cut', async (kind) => {
  await startPair();
  const address = `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address).on('error', () => {});
  const pongs: unknown[] = [];
  socket.on('pong', (data) => pongs.push(data));
  await once(socket, 'message');
  const closed = once(socket, 'close');
  for (let count = 0; count < 1_000; count += 1) socket[kind]();
  await closed;
  expect(pongs.length).toBeLessThanOrEqual(21);
});

test('Who sends one frame after the other is cut, also when the first is invalid and closes the connection', async () => {
  await startPair();
  const address = `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address).on('error', () => {});
  await once(socket, 'message');
  for (let count = 0; count < 2_000; count += 1) socket.send('');
  await expect.poll(() => server.readLog()).toContain('sends too much');
});

test('Thousands of openings, of one WebSocket or in one request of polling, leave nothing in the memory of the server', async () => {
  await startPair();
  const address = `${server.url}/socket.io/?EIO=4&transport=`;
  const wire = new WebSocket(`${address.replace('http', 'ws')}websocket`);
  const isCut = once(wire, 'close');
  await once(wire, 'message');
  for (let number = 0; number < 100; number += 1) wire.send('40');
  await isCut;
  const opened = await (await fetch(`${address}polling`)).text();
  const [, sid] = /"sid":"([^"]+)"/.exec(opened) ?? [];
  const body = Array.from({ length: 5_000 }, () => '40').join('\x1e');
  // It may be cut while it is read.
  await fetch(`${address}polling&sid=${sid}`, { method: 'POST', body }).catch(() => undefined);
  await expect.poll(() => queryObjects(Socket, { format: 'count' })).toBe(0);
});

test('Requests for sockets take their turn: whoever sends many at once is cut', async () => {
  await startPair();
  const poll = 'GET /socket.io/?EIO=4&transport=polling&sid=nobody HTTP/1.1\r\nHost: x\r\n\r\n';
  const answers = await sendRaw(server.url, poll.repeat(1_000));
  expect(answers.split('HTTP/1.1 ').length).toBeLessThan(25);
});

const LIVE = 'GET /livez HTTP/1.1\r\nHost: x\r\n';
const askAlone = () => sendRaw(server.url, `${LIVE}Connection: close\r\n\r\n`);

test('The server holds only so many connections, cuts one beyond at once, and takes others in place of those that end', async () => {
  await restart({ config: { MAX_CONNECTIONS: 3 } });
  const held = [1, 2, 3].map(() => openRaw(server.url));
  const askAll = async (times: number) => {
    for (const { socket } of held) socket.write(`${LIVE}\r\n`);
    const isAnswered = (received: string) => received.split('HTTP/1.1 200').length === times + 1;
    for (const { until } of held) expect(await until(isAnswered)).toSatisfy(isAnswered);
  };
  await askAll(1);
  expect(await askAlone()).toBe('');
  const remedy = expect.stringContaining('MAX_CONNECTIONS');
  await expect.poll(findLosses).toMatchObject([{ reason: 'server full', remedy }]);
  await askAll(2);

  held.pop()?.socket.destroy();
  await expect.poll(askAlone).toContain('HTTP/1.1 200');
  await askAll(3);
  for (const { socket } of held) socket.destroy();
});

test('One address holds only so many connections, and others in place of those that end; those behind a proxy count apart', async () => {
  const limits = { RATE_LIMITS: true, CONNECTIONS_PER_ADDRESS: 5 };
  await startPair({ config: limits });
  const held = Array.from({ length: 10 }, () => openRaw(server.url));
  await Promise.race(held.map(({ until }) => until()));
  // Once, and not for each.
  const remedy = expect.stringContaining('TRUSTED_PROXIES');
  const loss = { reason: 'address full', address: '127.0.0.1', remedy };
  expect(findLosses()).toMatchObject([loss]);
  for (const { socket } of held) socket.destroy();
  await expect.poll(askAlone).toContain('HTTP/1.1 200');

  const TRUSTED_PROXIES = ['127.0.0.0/8'];
  await startPair({ config: { ...limits, CONNECTIONS_PER_ADDRESS: 1, TRUSTED_PROXIES } });
  const by = (address: string) => ({
    transports: ['websocket'],
    extraHeaders: { 'x-forwarded-for': `10.9.9.9, ${address}` },
  });
  const first = await join(server.url, ada, by('192.0.2.1'));
  const second = listen(server.url, ada, by('192.0.2.1'));
  const refused = new Promise((resolve) => second.socket.once('connect_error', resolve));
  await Promise.race([second.ended, refused]);
  expect(second.heard('hello')).toEqual([]);
  const third = await join(server.url, grace, by('192.0.2.2'));
  first.close();
  await third.hear('getOnlineUsers', (userIds) => !userIds.includes(ada.id));
  await join(server.url, ada, by('192.0.2.1'));
});

test('A forwarded address is believed from a proxy alone, as far as it is one', () => {
  const ONE = '192.0.2.1';
  for (const [proxy, remote, forwarded, expected] of [
    ['10.0.0.1', ONE, '198.51.100.1', ONE],
    ['192.0.2.0/24', ONE, '203.0.113.5, 198.51.100.1', '198.51.100.1'],
    ['192.0.2.0/24', ONE, '198.51.100.1, 192.0.2.9:443', '198.51.100.1'],
    [ONE, '::ffff:192.0.2.1', '2001:db8::1', '2001:db8::1'],
    [ONE, ONE, 'nonsense', ONE],
    [ONE, ONE, '198.51.100.1, nonsense', ONE],
    [ONE, ONE, 'nonsense, 198.51.100.1', '198.51.100.1'],
    [ONE, ONE, '198.51.100.1:40001', '198.51.100.1'],
    [ONE, ONE, ' [2001:DB8::1]:40001 ', '2001:db8::1'],
    [ONE, ONE, '[::FFFF:c633:6401]:9', '198.51.100.1'],
    [ONE, ONE, '198.51.100.1:40001:2', ONE],
    [ONE, ONE, '2001:db8::1%<a>', ONE],
  ] as const) {
    const request = {
      headers: { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: remote },
    };
    expect(createClientAddresses([proxy]).read(request), forwarded).toBe(expected);
  }
});

test('One person holds only so many connections, however many come in one moment', async () => {
  await startPair({
    config: { SOCKETS_PER_PERSON: 3 },
    // As a database over a network: each is asked for while the others are on their way.
    wrapStore: (store) => ({
      ...store,
      listBlocked: async (userId) => {
        await sleep(50);
        return store.listBlocked(userId);
      },
    }),
  });
  const listeners = Array.from({ length: 10 }, () =>
    listen(server.url, ada, { transports: ['websocket'] }),
  );
  const outcomes = await Promise.all(
    listeners.map(
      ({ socket }) =>
        new Promise((resolve) => {
          socket.once('connect', () => resolve('in'));
          socket.once('connect_error', ({ message }) => resolve(message));
        }),
    ),
  );
  const refused = outcomes.filter((outcome) => outcome !== 'in');
  expect(refused).toEqual(Array(7).fill(expect.stringContaining('Too many windows')));
});

test('A client that does not read is cut, also where it began as polling, and the others get everything', async () => {
  await startPair({ config: { SOCKET_BACKLOG_BYTES: 100_000 } });
  const quick = await join(server.url, grace, { transports: ['websocket'] });
  const slow = [
    await join(server.url, grace, { transports: ['websocket'] }),
    await join(server.url, grace, { transports: ['polling', 'websocket'] }),
  ];
  const wires = await Promise.all(slow.map(findWire));
  const closed = wires.map((wire) => new Promise((resolve) => wire.once('close', resolve)));
  // What the network keeps for them: reading goes on when everything is sent.
  for (const wire of wires) wire.pause();
  const text = '\u{1F600}'.repeat(10_000);
  for (let number = 0; number < 350; number += 1) {
    const { _id } = await send(server.url, ada, grace, text);
    await quick.hear('newMessage', (message) => message._id === _id);
  }
  expect(quick.heard('newMessage')).toHaveLength(350);
  for (const wire of wires) wire.resume();
  expect(await Promise.all(closed)).toEqual([WITHOUT_FAREWELL, WITHOUT_FAREWELL]);
  for (const one of slow) expect(one.heard('newMessage').length).toBeLessThan(350);
});

test('A client that talks without pause is cut, and finds the door closed when it comes back at once', async () => {
  await startPair();
  const options = { transports: ['websocket'] };
  let words = '';
  while (words === '') {
    const listener = listen(server.url, ada, options);
    const gone = new Promise<string>((resolve) => {
      listener.socket.once('disconnect', () => resolve(''));
      listener.socket.once('connect_error', ({ message }) => resolve(message));
    });
    for (let number = 0; number < 2_000; number += 1) listener.socket.emit('nonsense', number);
    words = await gone;
    listener.close();
  }
  expect(words).toBe('Too many attempts. Try again shortly.');
  await join(server.url, grace, options);
});

/** How a WebSocket calls its end when the connection below it ended first. */
const WITHOUT_FAREWELL = 1006;

/** The WebSocket that somebody has, or changes to. */
async function findWire({ socket }: Listener): Promise<Wire> {
  const { engine } = socket.io;
  if (engine.transport.name === 'polling') {
    await new Promise((resolve) => engine.once('upgrade', resolve));
  }
  const wire: unknown = Reflect.get(engine.transport, 'ws');
  if (!isWire(wire)) throw new Error('The transport is not the one of ws.');
  return wire;
}

interface Wire extends EventEmitter {
  pause(): void;
  resume(): void;
}

function isWire(value: unknown): value is Wire {
  return value instanceof EventEmitter && 'pause' in value && 'resume' in value;
}
