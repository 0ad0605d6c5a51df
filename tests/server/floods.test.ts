/** What a flood costs the one who makes it, and others of the same network. */
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createFloods } from '../../server/limits/floods.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openRaw, sendRaw } from './attack/support/raw.ts';

describe('Of a network with connections that were cut', () => {
  async function open(address: string, cutFrom: string[]) {
    const floods = createFloods(() => 0);
    for (const from of cutFrom) floods.countCut(from);
    const sockets = [1, 2, 3].map(() => {
      const socket = new Socket();
      floods.follow(socket, address);
      return socket;
    });
    // A connection is read in each turn.
    for (const _ of sockets) await setImmediate();
    return sockets;
  }
  const isRead = (socket: Socket) => !socket.isPaused();
  const THREE = Array.from({ length: 3 }, () => '192.0.2.1');

  test('four times in a minute, new ones are read one after the other, and nobody else’s', async () => {
    expect((await open('192.0.2.1', THREE)).map(isRead)).toEqual([true, true, true]);
    const cut = [...THREE, '192.0.2.1'];
    expect((await open('192.0.2.2', cut)).map(isRead)).toEqual([true, true, true]);
    const held = await open('192.0.2.1', cut);
    expect(held.map(isRead)).toEqual([true, false, false]);
    await expect.poll(() => held.map(isRead)).toEqual([true, true, true]);
  });

  test('the open ones are read one in a turn', async () => {
    const floods = createFloods(() => 0);
    const sockets = [1, 2, 3].map(() => new Socket());
    for (const socket of sockets) floods.follow(socket, '192.0.2.1');
    const other = new Socket();
    floods.follow(other, '192.0.2.2');
    floods.countCut('192.0.2.1');
    await setImmediate();
    expect([...sockets, other].map(isRead)).toEqual([true, false, false, true]);
  });

  test('a wider network pays too', async () => {
    const cut = Array.from({ length: 40 }, (_, index) => `2001:db8:1:${index}00::1`);
    expect((await open('2001:db8:1:ff00::1', cut)).map(isRead)).toEqual([true, false, false]);
    expect((await open('2001:db8:2::1', cut)).map(isRead)).toEqual([true, true, true]);
  });
});

describe('A server', () => {
  let server: TestServer;
  afterEach(() => server.close());

  test('notes floods of requests, of chunks and of what is no HTTP', async () => {
    server = await startServer({ config: { RATE_LIMITS: true } });
    const floods = [
      'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100),
      `POST /nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(5_000)}`,
      'no HTTP\r\n\r\n',
    ];
    for (let round = 0; round < 2; round += 1) {
      await Promise.all(floods.map((flood) => sendRaw(server.url, flood)));
    }
    const began = performance.now();
    const asked = [1, 2, 3, 4].map(() => openRaw(server.url));
    await Promise.all(
      asked.map(async ({ socket, until }) => {
        socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
        expect(await until((received) => received.includes('}'))).toMatch(/^HTTP\/1.1 200/);
        socket.destroy();
      }),
    );
    // A quarter of a second lies between two of them.
    expect(performance.now() - began).toBeGreaterThan(700);
  });
});
