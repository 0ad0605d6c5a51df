/** What a client hears that sends a body the server does not want, however it writes and reads. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
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

describe('A body that is too large', () => {
  test('is answered 413 when it has been written, by a client that closes after the answer', async () => {
    for (let tries = 0; tries < 10; tries += 1) {
      const length = `Content-Length: ${PIECE.length * 80}`;
      const socket = begin([signedIn(), length, 'Connection: close']);
      const pieces = Array.from({ length: 80 }, () => PIECE);
      expect(await writeThenRead(socket, pieces)).toMatch(/^HTTP\/1\.1 413 .*"success":false/s);
    }
  });

  test('is answered 413 when it comes in chunks', async () => {
    const socket = begin([signedIn(), 'Transfer-Encoding: chunked', 'Connection: close']);
    const chunk = Buffer.concat([
      Buffer.from(`${PIECE.length.toString(16)}\r\n`),
      PIECE,
      Buffer.from('\r\n'),
    ]);
    const pieces = [...Array.from({ length: 80 }, () => chunk), '0\r\n\r\n'];
    expect(await writeThenRead(socket, pieces)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('is answered at once when nobody would read so much', async () => {
    const socket = begin([signedIn(), 'Content-Length: 999999999']);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 413 /);
    await once(socket, 'close');
  });

  test('that stands still is cut', async () => {
    await server.close();
    server = await startServer({ timing: { idleMs: 100 } });
    const socket = begin([`Content-Length: ${PIECE.length * 80}`]);
    socket.write(PIECE);
    await once(socket, 'close');
  });
});

test('A body of somebody who is not signed in is refused with 401, also when they read only then', async () => {
  const socket = begin([`Content-Length: ${PIECE.length * 16}`, 'Connection: close']);
  const pieces = Array.from({ length: 16 }, () => PIECE);
  expect(await writeThenRead(socket, pieces)).toMatch(/^HTTP\/1\.1 401 /);
});

test('A refused body in chunks of one byte is not read to its end', async () => {
  const socket = begin(['Transfer-Encoding: chunked']);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write('1\r\nx\r\n'.repeat(100_000));
  await closed;
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
});
