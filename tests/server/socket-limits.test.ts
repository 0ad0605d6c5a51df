/** What sockets may cost, and whose pages may open them. */
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import WebSocket from 'ws';
import { createClientAddresses } from '../../server/addresses/client-address.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openRaw, sendRaw } from './attack/support/raw.ts';
import { type Member, send, signUp } from './support/calls.ts';
import { join, type Listener, listen, refusal } from './support/sockets.ts';

let server: TestServer;
let ada: Member;
let grace: Member;

async function start(config: Parameters<typeof startServer>[0] = {}): Promise<void> {
  server = await startServer(config);
  ada = await signUp(server.url, 'Ada');
  grace = await signUp(server.url, 'Grace');
}
afterEach(() => server.close());

const from = (origin: string) => ({
  transports: ['websocket'],
  extraHeaders: { origin },
});

test('A page of a foreign site opens no socket, also not by naming no connection in any other way', async () => {
  await start();
  for (const origin of ['https://evil.example.org', 'null', 'http://127.0.0.1:1', 'nonsense']) {
    for (const transports of [['websocket'], ['polling']]) {
      const listener = listen(server.url, ada, { ...from(origin), transports });
      await refusal(listener);
      listener.close();
    }
  }
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
  await start();
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
  await start();
  const address = `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address).on('error', () => {});
  await once(socket, 'message');
  for (let count = 0; count < 2_000; count += 1) socket.send('');
  await expect.poll(() => server.readLog()).toContain('sends too much');
});

test('Requests for sockets take their turn: whoever sends many at once is cut', async () => {
  await start();
  const poll = 'GET /socket.io/?EIO=4&transport=polling&sid=nobody HTTP/1.1\r\nHost: x\r\n\r\n';
  const answers = await sendRaw(server.url, poll.repeat(1_000));
  expect(answers.split('HTTP/1.1 ').length).toBeLessThan(25);
});

const LIVE = 'GET /livez HTTP/1.1\r\nHost: x\r\n';
const askAlone = () => sendRaw(server.url, `${LIVE}Connection: close\r\n\r\n`);

test('The server holds only so many connections, cuts one beyond at once, and takes others in place of those that end', async () => {
  server = await startServer({ config: { MAX_CONNECTIONS: 3 } });
  const held = [1, 2, 3].map(() => openRaw(server.url));
  const askAll = async (times: number) => {
    for (const { socket } of held) socket.write(`${LIVE}\r\n`);
    const isAnswered = (received: string) => received.split('HTTP/1.1 200').length === times + 1;
    for (const { until } of held) expect(await until(isAnswered)).toSatisfy(isAnswered);
  };
  await askAll(1);
  expect(await askAlone()).toBe('');
  await askAll(2);

  held.pop()?.socket.destroy();
  await expect.poll(askAlone).toContain('HTTP/1.1 200');
  await askAll(3);
  for (const { socket } of held) socket.destroy();
});

test('One address holds only so many connections, and others in place of those that end; those behind a proxy count apart', async () => {
  const limits = { RATE_LIMITS: true, CONNECTIONS_PER_ADDRESS: 5 };
  await start({ config: limits });
  const held = Array.from({ length: 10 }, () => openRaw(server.url));
  await Promise.race(held.map(({ until }) => until()));
  for (const { socket } of held) socket.destroy();
  await expect.poll(askAlone).toContain('HTTP/1.1 200');
  await server.close();

  const TRUSTED_PROXIES = ['127.0.0.0/8'];
  await start({ config: { ...limits, CONNECTIONS_PER_ADDRESS: 1, TRUSTED_PROXIES } });
  const by = (address: string) => ({
    transports: ['websocket'],
    extraHeaders: { 'x-forwarded-for': `10.9.9.9, ${address}` },
  });
  const first = await join(server.url, ada, by('192.0.2.1'));
  const second = listen(server.url, ada, by('192.0.2.1'));
  await new Promise((resolve) => {
    second.socket.once('connect_error', resolve);
    second.socket.once('disconnect', resolve);
  });
  expect(second.heard('hello')).toEqual([]);
  const third = await join(server.url, grace, by('192.0.2.2'));
  first.close();
  await third.hear('getOnlineUsers', (userIds) => !userIds.includes(ada.id));
  const fourth = await join(server.url, ada, by('192.0.2.1'));
  for (const each of [second, third, fourth]) each.close();
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
  await start({
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
  for (const listener of listeners) listener.close();
});

test('A client that does not read is cut, also where it began as polling, and the others get everything', async () => {
  await start({ config: { SOCKET_BACKLOG_BYTES: 100_000 } });
  const quick = await join(server.url, grace, { transports: ['websocket'] });
  const slow = [
    await join(server.url, grace, { transports: ['websocket'] }),
    await join(server.url, grace, { transports: ['polling', 'websocket'] }),
  ];
  const wires = await Promise.all(slow.map(findWire));
  const closed = wires.map((wire) => new Promise((resolve) => wire.once('close', resolve)));
  // What the network keeps for them: reading goes on when everything is sent.
  for (const wire of wires) wire.pause();
  const text = '\u{1F600}'.repeat(5_000);
  for (let number = 0; number < 700; number += 1) {
    const { _id } = await send(server.url, ada, grace, text);
    await quick.hear('newMessage', (message) => message._id === _id);
  }
  expect(quick.heard('newMessage')).toHaveLength(700);
  for (const wire of wires) wire.resume();
  expect(await Promise.all(closed)).toEqual([WITHOUT_FAREWELL, WITHOUT_FAREWELL]);
  for (const one of slow) expect(one.heard('newMessage').length).toBeLessThan(700);
  quick.close();
});

test('A client that talks without pause is cut, and finds the door closed when it comes back at once', async () => {
  await start();
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
  (await join(server.url, grace, options)).close();
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
