/** What a client hears that sends a body the server does not want, however it writes and reads. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';
import { type Member, signUp } from './support/calls.ts';

let server: TestServer;
let ada: Member;
beforeEach(async () => {
  server = await startServer({ config: { MAX_IMAGE_BYTES: 1_000_000 } });
  ada = await signUp(server.url);
});
afterEach(() => server.close());

const PIECE = Buffer.alloc(64 * 1024, 'A');

function begin(headers: string[]): Socket {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  const head = [`POST /api/v1/messages/send/${ada.id} HTTP/1.1`, 'Host: duet', ...headers];
  socket.write(`${head.join('\r\n')}\r\nContent-Type: application/json\r\n\r\n`);
  return socket;
}

const signedIn = () => `token: ${ada.token}`;

/** As a proxy that passes a request on does: it reads nothing before it has written all. */
async function writeThenRead(socket: Socket, pieces: Iterable<Buffer | string>): Promise<string> {
  for (const piece of pieces) if (!socket.write(piece)) await once(socket, 'drain');
  let answer = '';
  for await (const part of socket.setEncoding('utf8')) answer += part;
  return answer;
}

const LENGTH = `Content-Length: ${PIECE.length * 80}`;

test('A body that is too large is answered 413 when it has been written, also in chunks', async () => {
  const head = Buffer.from(`${PIECE.length.toString(16)}\r\n`);
  const chunk = Buffer.concat([head, PIECE, Buffer.from('\r\n')]);
  for (let tries = 0; tries < 5; tries += 1) {
    const socket = begin([signedIn(), LENGTH, 'Connection: close']);
    const answer = await writeThenRead(socket, Array(80).fill(PIECE));
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*"success":false/s);
    const chunked = begin([signedIn(), 'Transfer-Encoding: chunked', 'Connection: close']);
    const pieces = [...Array(80).fill(chunk), '0\r\n\r\n'];
    expect(await writeThenRead(chunked, pieces)).toMatch(/^HTTP\/1\.1 413 /);
  }
});

test('A body that stands still is cut', async () => {
  await server.close();
  server = await startServer({ timing: { idleMs: 100 } });
  const socket = begin([LENGTH]);
  socket.write(PIECE);
  await once(socket, 'close');
});

test('A body of somebody who is not signed in is refused with 401, also when they read only then', async () => {
  const socket = begin([`Content-Length: ${PIECE.length * 16}`, 'Connection: close']);
  expect(await writeThenRead(socket, Array(16).fill(PIECE))).toMatch(/^HTTP\/1\.1 401 /);
});
