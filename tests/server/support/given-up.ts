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
    const data = openData && { openData };
    server = await startServer({ appFolder, config, timing, hasCommands: true, ...data });
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
    async (_, ask) => {
      const leaves = Object.values(LEAVES).flatMap((leave) => [leave, leave, leave]);
      await Promise.all(leaves.map(async (leave) => leave(await open(), ask())));
      await expect.poll(listOpenFiles).toEqual([]);
      await expect.poll(countDescriptors).toBeLessThanOrEqual(descriptors);
      // Each takes the whole share of the one who asks, an answer also a place of four.
      const script = await fetch(`${server.url}/static/big.0123abcd.js`);
      expect(await script.bytes()).toHaveLength(400_000);
      const body = { image: `data:image/png;base64,${'A'.repeat(400_000)}` };
      const upload = { token: ada.token, body };
      // What the database does for somebody who has left goes on for a moment.
      const path = `/messages/send/${grace.id}`;
      await expect
        .poll(async () => (await call(server.url, 'POST', path, upload)).status)
        .toBe(400);
      const page = await call(server.url, 'GET', `/messages/${grace.id}?limit=30`, ada);
      expect(page.status).toBe(200);
    },
  );

  test('Commands of an operator who leaves, and upgrades that are reset while they wait for their turn, keep nothing open', async () => {
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
    for (let round = 0; round < 3; round += 1) {
      const sockets = await Promise.all(Array.from({ length: 100 }, open));
      await Promise.all(sockets.map((socket) => leaveAfter(socket, write(UPGRADE), 3)));
    }
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    await expect.poll(countDescriptors).toBeLessThanOrEqual(descriptors);
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

const ask = (path: string, more: string[] = []) =>
  [`GET ${path} HTTP/1.1`, `token: ${ada.token}`, ...more].join('\r\n');

const ASKED = {
  'a script': () => ask('/static/big.0123abcd.js'),
  'the page': () => ask('/login', ['Accept: text/html']),
  'a picture': () => ask(picture),
  'a list': () => ask('/api/v1/messages/users'),
  'a compressed conversation': () =>
    ask(`/api/v1/messages/${grace.id}`, ['Accept-Encoding: br, gzip']),
  'a search': () => ask(`/api/v1/messages/${grace.id}/search?q=long`),
  'an upload of which a part came': () => `${uploadOf(400_000)}\r\n\r\n{"image":"data:`,
  'an upload that came whole': () => {
    const body = JSON.stringify({ image: makeDataUrl(makePngOf(100_000)) });
    return `${uploadOf(body.length)}\r\n\r\n${body}`;
  },
  'a socket': () => `${UPGRADE}\r\n\r\n${maskFrame('40{"token":"x"}')}`,
  'a socket by polling': () => ask('/socket.io/?EIO=4&transport=polling'),
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

/** `asked` may have after an empty line a body, which comes without what `headers` would say of it. */
function write(asked: string, headers: string[] = []): string {
  const [head = '', body] = asked.split('\r\n\r\n');
  return [head, 'Host: x', ...(body === undefined ? headers : []), '', body ?? ''].join('\r\n');
}

/** When and how the client leaves. Each connects once, and is gone at the end. */
const LEAVES = {
  'at once': (socket: Socket, asked: string) => leaveAfter(socket, write(asked), 0),
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
  'in the middle of a chunk': (socket: Socket, asked: string) =>
    leaveAfter(socket, `${write(asked, ['Transfer-Encoding: chunked'])}5\r\nab`, 20),
  'after it asked three times': (socket: Socket, asked: string) =>
    leaveAfter(socket, write(asked).repeat(3), 3),
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
