/** What sockets may cost, and whose pages may open them. */
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { createClientAddresses } from '../../server/addresses/client-address.ts';
import { createOrigins } from '../../server/addresses/origins.ts';
import { NO_FLOODS } from '../../server/limits/floods.ts';
import { NO_LIMIT } from '../../server/limits/limiter.ts';
import { createByteBudget } from '../../server/memory/byte-budget.ts';
import { createAdmission } from '../../server/realtime/admission.ts';
import { openSocketServer } from '../../server/realtime/socket-server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openRaw, sendRaw } from './attack/support/raw.ts';
import { call, type Member, send, signUp } from './support/calls.ts';
import { createManualWatch } from './support/manual-watch.ts';
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

describe('A page', () => {
  test.each(['https://evil.example.org', 'null', 'file://', 'http://127.0.0.1:1', 'nonsense'])(
    'of %s opens no socket',
    async (origin) => {
      await start();
      for (const transports of [['websocket'], ['polling']]) {
        const listener = listen(server.url, ada, { ...from(origin), transports });
        await refusal(listener);
        listener.close();
      }
    },
  );

  test('of a foreign site opens none by naming no connection in any other way', async () => {
    await start();
    const endings = [
      '&sid=',
      '&sid',
      '&sid=x&sid=',
      '&a=?sid=1',
      '#&sid=x',
      '&sid=nobody',
      '&sid=__proto__',
      '&sid=constructor',
      '&%73id=',
      '&sid=x&%73id=',
    ];
    const key = `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==`;
    for (const ending of endings) {
      for (const transport of ['websocket', 'polling']) {
        const path = `/socket.io/?EIO=4&transport=${transport}&userId=${ada.id}${ending}`;
        for (const upgrade of [`Connection: Upgrade\r\n${key}`, 'Connection: close']) {
          const heads = [
            `GET ${path} HTTP/1.1`,
            'Host: x',
            'Origin: https://evil.example.org',
            'Upgrade: websocket',
            upgrade,
          ];
          const connection = openRaw(server.url);
          connection.socket.write(`${heads.join('\r\n')}\r\n\r\n`);
          const answer = await connection.until((received) => received.includes('\r\n\r\n'));
          expect(answer).toMatch(/^HTTP\/1.1 403 /);
          connection.socket.destroy();
        }
      }
    }
  });

  test('of this server does, also at its public address, and so do named sites', async () => {
    await start({
      config: { PUBLIC_URL: 'https://chat.example.org', CORS_ORIGINS: ['https://a.example.org'] },
    });
    for (const origin of [server.url, 'https://chat.example.org', 'https://a.example.org']) {
      const listener = await join(server.url, ada, from(origin));
      listener.close();
    }
  });

  test('of any site does when all are allowed', async () => {
    await start({ config: { CORS_ORIGINS: ['*'] } });
    (await join(server.url, ada, from('https://any.example.org'))).close();
  });
});

test.each(['ping', 'pong'] as const)('Who sends one %s after the other is cut', async (kind) => {
  await start();
  const address = `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address).on('error', () => {});
  let answers = 0;
  socket.on('pong', () => {
    answers += 1;
  });
  await once(socket, 'message');
  const closed = once(socket, 'close');
  for (let count = 0; count < 1_000; count += 1) socket[kind]();
  await closed;
  expect(answers).toBeLessThanOrEqual(21);
});

test('Requests for sockets take their turn: whoever sends many at once is cut', async () => {
  await start();
  const poll = 'GET /socket.io/?EIO=4&transport=polling&sid=nobody HTTP/1.1\r\nHost: x\r\n\r\n';
  const answers = await sendRaw(server.url, poll.repeat(1_000));
  expect(answers.split('HTTP/1.1 ').length).toBeLessThan(25);
});

test('With several nodes, polling begins no connection, however it is written', async () => {
  const admission = createAdmission({
    origins: createOrigins({ corsOrigins: [], publicUrl: null }),
    addresses: createClientAddresses([]),
    network: NO_LIMIT,
    floods: NO_FLOODS,
    lost: { report() {}, counts: new Map() },
    isWebSocketOnly: true,
    isEnding: () => false,
  });
  const http = createServer();
  const memory = createByteBudget(1_000_000);
  const io = openSocketServer(http, {
    origins: createOrigins({ corsOrigins: [], publicUrl: null }),
    headers: {},
    admission,
    flow: {
      backlogBytes: 1_000,
      memory,
      watch: createManualWatch(),
      lost: { report() {}, counts: new Map() },
    },
    cluster: undefined,
  });
  onTestFinished(() => io.close());
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const address = http.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  for (const ending of ['', '&sid=', '&a=?sid=1', '&sid=x&sid=', '&transport=polling']) {
    for (const more of ['', 'Upgrade: websocket\r\n', 'Connection: Upgrade\r\n']) {
      const path = `/socket.io/?EIO=4&transport=polling${ending}`;
      const answer = await sendRaw(url, `GET ${path} HTTP/1.0\r\nHost: x\r\n${more}\r\n`);
      expect(answer).toMatch(/^HTTP\/1.1 403 .*WebSocket connections only/s);
    }
  }
});

describe('The server', () => {
  test('holds only so many connections, cuts one beyond at once, and takes others in place of those that end', async () => {
    server = await startServer({ config: { MAX_CONNECTIONS: 3 } });
    const request = 'GET /livez HTTP/1.1\r\nHost: x\r\n';
    const held = [1, 2, 3].map(() => openRaw(server.url));
    const askAll = async (times: number) => {
      for (const { socket } of held) socket.write(`${request}\r\n`);
      const isAnswered = (received: string) => received.split('HTTP/1.1 200').length === times + 1;
      for (const { until } of held) expect(await until(isAnswered)).toSatisfy(isAnswered);
    };
    const ask = () => sendRaw(server.url, `${request}Connection: close\r\n\r\n`);
    await askAll(1);
    expect(await ask()).toBe('');
    await askAll(2);

    held.pop()?.socket.destroy();
    await expect.poll(ask).toContain('HTTP/1.1 200');
    await askAll(3);
    for (const { socket } of held) socket.destroy();
  });
});

describe('One address', () => {
  test('holds only so many connections, and others in place of those that end', async () => {
    await start({ config: { RATE_LIMITS: true, CONNECTIONS_PER_ADDRESS: 5 } });
    const { port, hostname } = new URL(server.url);
    const open: Socket[] = [];
    const ended = new Promise<void>((resolve) => {
      for (let number = 0; number < 10; number += 1) {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => {});
        socket.once('close', () => resolve());
        open.push(socket);
      }
    });
    await ended;
    for (const socket of open) socket.destroy();
    const ask = () =>
      sendRaw(server.url, 'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await expect.poll(ask).toContain('HTTP/1.1 200');
  });

  test('behind a proxy is told from the others there', async () => {
    await start({
      config: {
        RATE_LIMITS: true,
        CONNECTIONS_PER_ADDRESS: 1,
        TRUSTED_PROXIES: ['127.0.0.0/8'],
      },
    });
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

  test.each([
    [[], '192.0.2.1', '198.51.100.1', '192.0.2.1'],
    [['192.0.2.0/24'], '192.0.2.1', '203.0.113.5, 198.51.100.1', '198.51.100.1'],
    [['192.0.2.0/24'], '192.0.2.1', '198.51.100.1, 192.0.2.9', '198.51.100.1'],
    [['192.0.2.1'], '::ffff:192.0.2.1', '2001:db8::1', '2001:db8::1'],
    [['192.0.2.1'], '192.0.2.1', 'nonsense', '192.0.2.1'],
    [['192.0.2.1'], '192.0.2.1', '198.51.100.1, nonsense', '192.0.2.1'],
    [['192.0.2.1'], '192.0.2.1', 'nonsense, 198.51.100.1', '198.51.100.1'],
    [['192.0.2.1'], '192.0.2.1', '198.51.100.1:40001', '198.51.100.1'],
    [['192.0.2.1'], '192.0.2.1', ' [2001:DB8::1]:40001 ', '2001:db8::1'],
    [['192.0.2.1'], '192.0.2.1', '[2001:db8::1]', '2001:db8::1'],
    [['192.0.2.1'], '192.0.2.1', 'fe80:0::1%eth0', 'fe80::1'],
    [['192.0.2.1'], '192.0.2.1', '[fe80::1%25eth0]:1', 'fe80::1'],
    [['192.0.2.1'], '192.0.2.1', '::ffff:198.51.100.1', '198.51.100.1'],
    [['192.0.2.1'], '192.0.2.1', '[::FFFF:c633:6401]:9', '198.51.100.1'],
    [['192.0.2.1'], '192.0.2.1', '2001:0db8:0:0:0:0:0:0001', '2001:db8::1'],
    [['192.0.2.1'], '192.0.2.1', '198.51.100.1:', '192.0.2.1'],
    [['192.0.2.1'], '192.0.2.1', '198.51.100.1:40001:2', '192.0.2.1'],
    [['192.0.2.1'], '192.0.2.1', '[198.51.100.1', '192.0.2.1'],
    [['192.0.2.1'], '192.0.2.1', '%', '192.0.2.1'],
    [['192.0.2.1'], '192.0.2.1', '2001:db8::1%<a>', '192.0.2.1'],
    [['10.0.0.0/8'], '10.0.0.1', '198.51.100.1, 10.0.0.2:443', '198.51.100.1'],
    [['192.0.2.1'], '192.0.2.1', '', '192.0.2.1'],
    [['fd00::/8'], 'fd00::1', '198.51.100.1', '198.51.100.1'],
  ])('with proxies %j, at %s, forwarded for %j is %s', (proxies, remote, forwarded, expected) => {
    const request = {
      headers: { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: remote },
    };
    expect(createClientAddresses(proxies).read(request)).toBe(expected);
  });
});

describe('One person', () => {
  test('holds only so many connections, however many come in one moment', async () => {
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
    const areIn = await Promise.all(
      listeners.map(
        ({ socket }) =>
          new Promise<boolean>((resolve) => {
            socket.once('connect', () => resolve(true));
            socket.once('connect_error', () => resolve(false));
          }),
      ),
    );
    expect(areIn.filter(Boolean)).toHaveLength(3);
    for (const listener of listeners) listener.close();
  });
});

describe('A client', () => {
  beforeEach(() => start({ config: { SOCKET_BACKLOG_BYTES: 100_000 } }));

  test.each([
    ['a WebSocket', ['websocket']],
    ['one that began as polling', ['polling', 'websocket']],
  ])(
    'that does not read is cut on %s, and the others get everything',
    async (_what, transports) => {
      const slow = await join(server.url, grace, { transports });
      const quick = await join(server.url, grace, { transports: ['websocket'] });
      const wire = await findWire(slow);
      const closed = new Promise((resolve) => wire.once('close', resolve));
      // What the network keeps for it: reading goes on when everything is sent.
      wire.pause();
      const text = '\u{1F600}'.repeat(5_000);
      for (let number = 0; number < 700; number += 1) {
        const { _id } = await send(server.url, ada, grace, text);
        await quick.hear('newMessage', (message) => message._id === _id);
      }
      expect(quick.heard('newMessage')).toHaveLength(700);
      wire.resume();
      expect(await closed).toBe(WITHOUT_FAREWELL);
      expect(slow.heard('newMessage').length).toBeLessThan(700);
      quick.close();
    },
    60_000,
  );

  test('that is cut for it and comes back at once finds the door closed', async () => {
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

  test('that talks without pause is cut', async () => {
    const listener = await join(server.url, ada, { transports: ['websocket'] });
    const gone = new Promise((resolve) => listener.socket.once('disconnect', resolve));
    for (let number = 0; number < 2_000; number += 1) listener.socket.emit('nonsense', number);
    await gone;
    expect((await call(server.url, 'GET', '/auth/check', ada)).status).toBe(200);
  });

  test('that is cut takes nobody along whom a proxy sends over the connection they came by', async () => {
    const path = '/socket.io/?EIO=4&transport=polling';
    const shared = openRaw(server.url);
    shared.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const opened = await shared.until((received) => received.includes('"sid"'));
    const [, sid] = /"sid":"([^"]+)"/.exec(opened) ?? [];
    const body = JSON.stringify({ text: 'Hello' });
    shared.socket.write(
      [
        `POST /api/v1/messages/send/${grace.id} HTTP/1.1`,
        'Host: x',
        `Token: ${ada.token}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        '',
        body.slice(0, 5),
      ].join('\r\n'),
    );

    const session = `${server.url}${path}&sid=${sid}`;
    const flood = Array.from({ length: 2_000 }, () => PONG).join('\x1e');
    await fetch(session, { method: 'POST', body: flood }).catch(() => 'cut while it was talking');
    await expect.poll(async () => (await fetch(session)).status).toBe(400);

    shared.socket.write(body.slice(5));
    const answered = await shared.until((received) => received.includes('"text":"Hello"'));
    expect(answered).toContain('"text":"Hello"');
    shared.socket.destroy();
  });
});

/** A packet of Engine.IO. */
const PONG = '3';

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
