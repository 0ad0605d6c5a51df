/**
 * One attack, from two addresses, until the process ends. Forked with `ATTACK`; the first message names the target.
 * Everything is bounded: so many connections at a time, and no connection writes faster than the target reads.
 */
import { connect, type Socket } from 'node:net';

export interface Target {
  port: number;
  /** A large file of the app. */
  file: string;
  /** The attacker's own account, and somebody it may write to. */
  token: string;
  userId: string;
  peerId: string;
  /** A message of that person to the attacker. */
  messageId: string;
}

const ADDRESSES = ['127.0.0.1', '127.0.0.3'];

/** Opens again and again, `atOnce` at a time; `act` resolves when its connection is done with. */
function repeat(atOnce: number, act: (address: string) => Promise<void>): void {
  const go = async (address: string) => {
    for (;;) await act(address);
  };
  for (let number = 0; number < atOnce; number += 1) {
    void go(ADDRESSES[number % ADDRESSES.length] ?? '127.0.0.1');
  }
}

function open(port: number, localAddress: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  return socket;
}

const closed = (socket: Socket) =>
  new Promise<void>((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once('close', () => resolve());
  });

/** Writes the piece for as long as the connection lives. */
function flood(socket: Socket, piece: string | Buffer): void {
  const write = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', write);
  write();
}

const upgrade = (userId: string) =>
  `GET /socket.io/?EIO=4&transport=websocket&userId=${userId} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n` +
  'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n';

const request = (head: string, token?: string) =>
  `${head} HTTP/1.1\r\nHost: x\r\n${token === undefined ? '' : `token: ${token}\r\n`}`;

/** Keeps one connection alive and sends the same request, the next after the answer. */
async function ask(port: number, address: string, text: string | Buffer): Promise<void> {
  const socket = open(port, address);
  socket.on('data', () => void socket.write(text));
  socket.write(text);
  await closed(socket);
}

const POLL = `${request('GET /socket.io/?EIO=4&transport=polling&sid=none')}\r\n`;

const post = (path: string, token: string, body: string) =>
  `${request(`POST ${path}`, token)}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

export const ATTACKS: Readonly<Record<string, (target: Target) => void>> = {
  'upgrades that are reset': ({ port, userId }) =>
    repeat(50, async (address) => {
      const socket = open(port, address);
      socket.write(upgrade(userId), () => setTimeout(() => socket.resetAndDestroy(), 1));
      await closed(socket);
    }),
  'downloads that are given up': ({ port, file }) =>
    repeat(50, async (address) => {
      const socket = open(port, address);
      socket.write(`${request(`GET ${file}`)}\r\n`, () => socket.resetAndDestroy());
      await closed(socket);
    }),
  'downloads that nobody reads': ({ port, file }) =>
    repeat(400, async (address) => {
      const socket = open(port, address);
      socket.pause();
      socket.write(`${request(`GET ${file}`)}\r\n`.repeat(20));
      await closed(socket);
    }),
  'pings of a WebSocket': ({ port, userId }) =>
    repeat(4, async (address) => {
      const socket = open(port, address);
      socket.write(upgrade(userId));
      const frame = Buffer.from([0x89, 0x80, 0, 0, 0, 0]);
      flood(socket.resume(), Buffer.concat(Array<Buffer>(1_000).fill(frame)));
      await closed(socket);
    }),
  'chunks of one byte': ({ port }) =>
    repeat(4, async (address) => {
      const socket = open(port, address).resume();
      socket.write(`${request('POST /api/v1/nothing')}Transfer-Encoding: chunked\r\n\r\n`);
      flood(socket, '1\r\nx\r\n'.repeat(1_000));
      await closed(socket);
    }),
  'polls of no connection': ({ port }) =>
    repeat(10, async (address) => {
      const socket = open(port, address).resume();
      flood(socket, POLL.repeat(100));
      await closed(socket);
    }),
  'polls of 400 connections at once': ({ port }) => {
    const begin = Date.now() + 2_000;
    repeat(400, async (address) => {
      const socket = open(port, address).resume();
      setTimeout(() => socket.write(POLL.repeat(900)), Math.max(0, begin - Date.now()));
      await closed(socket);
    });
  },
  'health checks': ({ port }) =>
    repeat(400, (address) => ask(port, address, `${request('GET /healthz')}\r\n`)),
  'addresses that are none': ({ port }) =>
    repeat(400, (address) => ask(port, address, `${request('GET /%zz')}\r\n`)),
  'codes of links': ({ port }) =>
    repeat(400, (address) =>
      ask(port, address, `${request('GET /login?reset=none')}Accept: text/html\r\n\r\n`),
    ),
  'bodies of 11 MB (one account)': ({ port, token, peerId }) => {
    const body = `{"text":[${'{},'.repeat(3_600_000)}{}]}`;
    const text = Buffer.from(post(`/api/v1/messages/send/${peerId}`, token, body));
    repeat(4, (address) => ask(port, address, text));
  },
  'marks (one account)': ({ port, token, messageId }) =>
    repeat(200, (address) =>
      ask(port, address, `${request(`PUT /api/v1/messages/mark/${messageId}`, token)}\r\n`),
    ),
  'texts of 30 kB (one account)': ({ port, token, peerId }) => {
    const text = post(
      `/api/v1/messages/send/${peerId}`,
      token,
      JSON.stringify({ text: '語'.repeat(9_999) }),
    );
    repeat(100, (address) => ask(port, address, text));
  },
};

const attack = ATTACKS[process.env.ATTACK ?? ''];
if (attack) {
  process.once('message', (target: Target) => {
    attack(target);
    process.send?.('begun');
  });
  process.on('disconnect', () => process.exit());
}
