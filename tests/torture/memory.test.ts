/**
 * One attack on the memory of a server: a thousand connections of 250 accounts, each from an address of its own, that
 * ask for long answers and read none, with more requests behind them, begin uploads and do not finish them, and hold
 * windows that do not read while others write to them.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { AuthResponse, SendResponse } from '../../src/protocol/http.ts';
import { readMemory } from '../bench/process-usage.ts';
import { makeHeavyPicture } from '../server/attack/support/raw.ts';
import { askFor } from '../server/support/calls.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const ACCOUNTS = 250;
const WINDOWS_OF_ONE = 50;
const CONNECTIONS = { windows: 200, pages: 400, whole: 100, pictures: 100, uploads: 200 };

/** Of one message; three bytes each. */
const TEXT = '\u4e2d'.repeat(10_000);
const PAGE = 200;
/** Beyond what the kernel keeps for a connection. */
const NEWS = 400;
/** A picture of nearly 8 MiB, without its last byte. */
const UPLOAD = Buffer.concat([
  Buffer.from('{"image":"data:image/png;base64,'),
  Buffer.alloc(11_000_000, 'A'),
]);
const PIPELINED = 20;
const SECONDS = 60;

interface Account {
  id: string;
  token: string;
  address: string;
}

const ALLOWED_BYTES = 512 * 1024 * 1024;

test('No combination of what is not read and what does not arrive fills the memory', async () => {
  server = await startServerProcess({ TRUSTED_PROXIES: '127.0.0.0/8', LOG_LEVEL: 'warn' });
  try {
    const { idle, peak } = await attack();
    expect(peak - idle).toBeLessThanOrEqual(ALLOWED_BYTES);
  } finally {
    isOver = true;
    for (const socket of sockets) socket.destroy();
    await server.dispose();
  }
});

let server: ServerProcess;
const sockets: Socket[] = [];
let isOver = false;

/** What the server takes before, and at most in a minute of it, in bytes. */
async function attack(): Promise<{ idle: number; peak: number }> {
  const accounts: Account[] = [];
  while (accounts.length < ACCOUNTS) {
    const begun = Array.from({ length: 10 }, (_, index) => signUp(accounts.length + index));
    accounts.push(...(await Promise.all(begun)));
  }
  const pick = (index: number) => {
    const account = accounts[index % accounts.length];
    if (!account) throw new Error('Nobody is there.');
    return account;
  };
  const [first, second] = [pick(0), pick(1)];
  for (let sent = 0; sent < PAGE; sent += 1) await send(first, second, { text: TEXT });
  const { newMessage } = await send(first, second, { image: makeHeavyPicture(8_000_000) });
  const picture = newMessage.image ?? '';
  await sleep(5_000);

  const idle = readMemory(server.readPid());
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, readMemory(server.readPid()));
  }, 200);

  const { windows, pages, whole, pictures, uploads } = CONNECTIONS;
  for (let index = 0; index < windows; index += 1) {
    await openWindow(pick(2 + Math.floor(index / WINDOWS_OF_ONE)));
  }
  const readers = Math.ceil(windows / WINDOWS_OF_ONE);
  const hold = () => {
    for (let index = 0; index < pages; index += 1) {
      ask(pick(index % 2), `/api/v1/messages/${pick((index + 1) % 2).id}?limit=${PAGE}&peek=true`);
    }
    for (let index = 0; index < whole; index += 1) {
      ask(pick(index % 2), `/api/v1/messages/${pick((index + 1) % 2).id}?peek=true`, 'br');
    }
    for (let index = 0; index < pictures; index += 1) askOnAndOn(pick(index), picture);
    for (let index = 0; index < uploads; index += 1) upload(pick(index), sendPath(first));
  };
  hold();
  const end = Date.now() + SECONDS * 1_000;
  for (let sent = 0; Date.now() < end; sent += 1) {
    if (sent >= NEWS) await sleep(1_000);
    else {
      const receivers = Array.from({ length: readers }, (_, index) => pick(2 + index));
      const sending = receivers.map((to) => send(first, to, { text: TEXT }));
      await Promise.allSettled(sending);
    }
  }
  clearInterval(watch);
  return { idle, peak };
}

const sendPath = ({ id }: Account) => `/messages/send/${id}`;
const post = <Response>(path: string, { token = '', address }: Partial<Account>, body: object) => {
  const headers = { 'x-forwarded-for': address ?? '' };
  return askFor<Response>(server.url, 'POST', path, { token, headers, body });
};
const send = (from: Account, to: Account, body: object) =>
  post<SendResponse>(sendPath(to), from, body);

async function signUp(index: number): Promise<Account> {
  const address = `198.51.${Math.floor(index / 250)}.${1 + (index % 250)}`;
  const person = { fullName: 'Person', email: `person.${index}@example.org`, bio: 'Hello.' };
  const body = { ...person, password: 'correct horse battery' };
  const { userData, token } = await post<AuthResponse>('/auth/signup', { address }, body);
  return { id: userData._id, token, address };
}

/** Reads nothing of what comes back. */
function open(): Socket {
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.pause();
  sockets.push(socket);
  return socket;
}

function write({ token, address }: Account, start: string, headers: string[] = []): string {
  const common = ['Host: x', `token: ${token}`, `X-Forwarded-For: ${address}`];
  return [`${start} HTTP/1.1`, ...common, ...headers, '', ''].join('\r\n');
}

function ask(as: Account, path: string, encoding = 'identity'): void {
  const socket = open();
  socket.write(write(as, `GET ${path}`, ['Connection: close', `Accept-Encoding: ${encoding}`]));
  comeBack(socket, () => ask(as, path, encoding));
}

/** One request, and as many behind it as are taken, each with the longest headers. */
function askOnAndOn(as: Account, path: string): void {
  const next = write(as, 'GET /livez', [`X-Padding: ${'x'.repeat(15_000)}`]);
  open().write(write(as, `GET ${path}`) + next.repeat(PIPELINED));
}

function upload(as: Account, path: string): void {
  const socket = open();
  const length = `Content-Length: ${UPLOAD.length + 1}`;
  const headers = ['Content-Type: application/json', 'Connection: close', length];
  socket.write(write(as, `POST /api/v1${path}`, headers));
  socket.write(UPLOAD);
  comeBack(socket, () => upload(as, path));
}

/** Whoever is refused or cut tries again. */
function comeBack(socket: Socket, again: () => void): void {
  socket.once('close', () => {
    if (isOver) return;
    // Nothing of a refusal is read, so that its end is not seen.
    setTimeout(() => !isOver && again(), 500);
  });
}

/** Signs in on a WebSocket, and reads no more. */
async function openWindow(as: Account): Promise<void> {
  const socket = open();
  socket.write(
    write(as, `GET /socket.io/?EIO=4&transport=websocket&userId=${as.id}`, [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ]),
  );
  const heard = async (words: string) => {
    let received = '';
    while (!received.includes(words)) {
      received += await new Promise((resolve) => {
        socket.once('data', resolve);
        socket.resume();
      });
      socket.pause();
    }
  };
  await heard('"sid"');
  socket.write(frame(`40${JSON.stringify({ token: as.token })}`));
  await heard('hello');
}

/** A text of a client (RFC 6455), with a mask of zeros. */
function frame(text: string): Buffer {
  return Buffer.concat([
    Buffer.of(0x81, 0x80 | 126, 0, text.length, 0, 0, 0, 0),
    Buffer.from(text),
  ]);
}
