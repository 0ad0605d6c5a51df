/**
 * Clients that leave before they have their answer, at every stage: whatever was opened, reserved or entered for it is
 * given back, and the server goes on. Run for each engine.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { socketIn } from '../../../server/accounts/command-socket.ts';
import { makeDataUrl, makePngOf } from '../../support/pictures.ts';
import { startServer, type TestServer, type TestServerOptions } from '../../support/server.ts';
import { call, type Member, send, signUp } from './calls.ts';

let server: TestServer;
let appFolder: string;
let ada: Member;
let grace: Member;
let picture: string;
const faults: unknown[] = [];
const noteFault = (error: unknown) => void faults.push(error);

/** `openData`: of another engine than the one that needs nothing, and the connections that it may open and keep. */
export function testGivingUp(openData?: TestServerOptions['openData'], connections = 0): void {
  beforeAll(async () => {
    process.on('uncaughtExceptionMonitor', noteFault);
    appFolder = await mkdtemp(join(tmpdir(), 'duet-app-'));
    await mkdir(join(appFolder, 'static'));
    await writeFile(join(appFolder, 'index.html'), `<p>${'page '.repeat(40_000)}</p>`);
    await writeFile(join(appFolder, 'static/big.0123abcd.js'), randomBytes(400_000));
    await writeFile(join(appFolder, 'static/big.0123abcd.js.br'), randomBytes(200_000));
    // Answers may take 1 MB of it: what is left behind would soon be missed.
    const config = { MEMORY_BUDGET_BYTES: 4_000_000 };
    const timing = { waitMs: 0 };
    server = await startServer({
      appFolder,
      config,
      timing,
      hasCommands: true,
      ...(openData && { openData }),
    });
    ada = await signUp(server.url, 'Ada');
    grace = await signUp(server.url, 'Grace');
    const { image } = await send(server.url, ada, grace, {
      image: makeDataUrl(makePngOf(300_000)),
    });
    picture = new URL(image ?? '', server.url).pathname;
    for (let number = 0; number < 20; number += 1) {
      await send(server.url, ada, grace, `${number} ${'long '.repeat(1_900)}`);
    }
  });
  afterAll(async () => {
    await server.close();
    await rm(appFolder, { recursive: true, force: true });
    process.off('uncaughtExceptionMonitor', noteFault);
  });
  let descriptors: number;
  beforeEach(() => {
    descriptors = countDescriptors() + connections;
  });
  afterEach(() => expect(faults).toEqual([]));

  test.each(Object.entries(ASKED))(
    'Whoever asks for %s and leaves keeps nothing open',
    async (_what, ask) => {
      const leaves = Object.values(LEAVES).flatMap((leave) => [leave, leave, leave]);
      await Promise.all(leaves.map(async (leave) => leave(await open(), ask())));
      await expect.poll(listOpenFiles).toEqual([]);
      await expect.poll(countDescriptors).toBeLessThanOrEqual(descriptors);
      // Each takes the whole share of the one who asks, an answer also a place of four.
      expect(await (await fetch(`${server.url}/static/big.0123abcd.js`)).bytes()).toHaveLength(
        400_000,
      );
      const body = { image: `data:image/png;base64,${'A'.repeat(400_000)}` };
      expect(
        (await call(server.url, 'POST', `/messages/send/${grace.id}`, { ...ada, body })).status,
      ).toBe(400);
      const path = `/messages/${grace.id}?limit=30`;
      const { status } = await call(server.url, 'GET', path, { token: ada.token });
      expect(status).toBe(200);
    },
  );

  test('Commands of an operator who leaves keep nothing open', async () => {
    const path = socketIn(server.dataDir);
    const command = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 15\r\n\r\n';
    const said = ['', 'POST', command, `${command}{"name":"list"}`, `${command}nonsense nonsense`];
    for (const each of [...said, ...said]) {
      const socket = connect(path).on('error', () => {});
      await once(socket, 'connect');
      socket.write(each);
      await sleep(2);
      socket.destroy();
    }
    await expect.poll(countDescriptors).toBeLessThanOrEqual(descriptors);
  });

  test('Upgrades that are reset while they wait for their turn hurt nobody', async () => {
    for (let round = 0; round < 3; round += 1) {
      const sockets = await Promise.all(Array.from({ length: 100 }, open));
      await Promise.all(sockets.map((socket) => leaveAfter(socket, write(UPGRADE), 3)));
    }
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  });
}

/** Open files of the app and of the pictures. */
const countDescriptors = () => readdirSync('/proc/self/fd').length;

function listOpenFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((number) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${number}`);
      return path.startsWith(appFolder) || path.includes('/pictures/') ? [path] : [];
    } catch {
      return [];
    }
  });
}

const ASKED = {
  'a script': () => 'GET /static/big.0123abcd.js',
  'a part of a script': () => 'GET /static/big.0123abcd.js HTTP/1.1\r\nRange: bytes=0-200000',
  'a compressed script': () => 'GET /static/big.0123abcd.js HTTP/1.1\r\nAccept-Encoding: br',
  'the page': () => 'GET /',
  'the page of a screen': () => 'GET /login HTTP/1.1\r\nAccept: text/html',
  'a picture': () => `GET ${picture}`,
  'a part of a picture': () => `GET ${picture} HTTP/1.1\r\nRange: bytes=0-200000`,
  'the head of a picture': () => `HEAD ${picture}`,
  'a list': () => `GET /api/v1/messages/users HTTP/1.1\r\ntoken: ${ada.token}`,
  'a conversation': () => `GET /api/v1/messages/${grace.id} HTTP/1.1\r\ntoken: ${ada.token}`,
  'a compressed conversation': () =>
    `GET /api/v1/messages/${grace.id} HTTP/1.1\r\ntoken: ${ada.token}\r\nAccept-Encoding: br, gzip`,
  'a search': () =>
    `GET /api/v1/messages/${grace.id}/search?q=long HTTP/1.1\r\ntoken: ${ada.token}`,
  'the first of a day': () =>
    `GET /api/v1/messages/${grace.id}/first?since=2026-01-31T00:00:00Z HTTP/1.1\r\ntoken: ${ada.token}`,
  'the pictures of a conversation': () =>
    `GET /api/v1/messages/${grace.id}/pictures HTTP/1.1\r\ntoken: ${ada.token}`,
  'the page of an invitation': () => 'GET /login?invite=none HTTP/1.1\r\nAccept: text/html',
  'what is pushed': () => `GET /api/v1/push HTTP/1.1\r\ntoken: ${ada.token}`,
  'an upload of which a part came': () => `${uploadOf(400_000)}\r\n\r\n{"image":"data:`,
  'an upload that came whole': () => {
    const body = JSON.stringify({ image: makeDataUrl(makePngOf(100_000)) });
    return `${uploadOf(body.length)}\r\n\r\n${body}`;
  },
  'a socket': () => `${UPGRADE}\r\n\r\n${maskFrame('40{"token":"x"}')}`,
  'a refused call': () => 'POST /api/v1/messages/send/x',
  'a socket by polling': () => 'GET /socket.io/?EIO=4&transport=polling',
  'an unknown address': () => 'GET /nothing.js',
} satisfies Record<string, () => string>;

const UPGRADE = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
].join('\r\n');

const uploadOf = (bytes: number) =>
  `POST /api/v1/messages/send/${grace.id} HTTP/1.1\r\ntoken: ${ada.token}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}`;

/** A text frame, masked by zeros. */
function maskFrame(text: string): string {
  return `\x81${String.fromCharCode(0x80 + text.length)}\0\0\0\0${text}`;
}

/** `asked` may have headers, and after an empty line a body, which comes without what `headers` would say of it. */
function write(asked: string, headers: string[] = []): string {
  const [head = '', body] = asked.split('\r\n\r\n');
  const [line = '', ...own] = head.split('\r\n');
  const first = line.endsWith('HTTP/1.1') ? line : `${line} HTTP/1.1`;
  const all = body === undefined ? [...own, ...headers] : own;
  return [first, 'Host: x', ...all, '', body ?? ''].join('\r\n');
}

/** When and how the client leaves. Each connects once, and is gone at the end. */
const LEAVES = {
  'at once': (socket: Socket, asked: string) => leaveAfter(socket, write(asked), 0),
  'after a moment': (socket: Socket, asked: string) => leaveAfter(socket, write(asked), 1),
  'a little later': (socket: Socket, asked: string) => leaveAfter(socket, write(asked), 4),
  'with the first bytes of the answer': async (socket: Socket, asked: string) => {
    socket.write(write(asked), 'latin1');
    // Nothing is answered to a part of an upload.
    await Promise.race([once(socket, 'readable'), sleep(100)]);
    socket.destroy();
  },
  'without reading': async (socket: Socket, asked: string) => {
    socket.pause().write(write(asked), 'latin1');
    await sleep(30);
    socket.resetAndDestroy();
  },
  'before its body has come': (socket: Socket, asked: string) =>
    leaveAfter(socket, write(asked, ['Content-Length: 1']), 20),
  'in the middle of a chunk': (socket: Socket, asked: string) =>
    leaveAfter(socket, `${write(asked, ['Transfer-Encoding: chunked'])}5\r\nab`, 20),
  'after it asked three times': (socket: Socket, asked: string) =>
    leaveAfter(socket, write(asked).repeat(3), 3),
  'after half a close': async (socket: Socket, asked: string) => {
    socket.end(write(asked), 'latin1');
    await sleep(2);
    socket.destroy();
  },
  'and upgrades in the same breath': (socket: Socket, asked: string) =>
    leaveAfter(socket.pause(), write(asked) + write(UPGRADE), 30),
} satisfies Record<string, (socket: Socket, asked: string) => Promise<void>>;

async function leaveAfter(socket: Socket, request: string, ms: number): Promise<void> {
  await new Promise((resolve) => socket.write(request, 'latin1', resolve));
  if (ms > 0) await sleep(ms);
  socket.resetAndDestroy();
}

async function open(): Promise<Socket> {
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  await once(socket, 'connect');
  return socket;
}
