/** No connection is refused or cut without a word: what the log says of it, and what the client is answered. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';
import { call } from './support/calls.ts';

let server: TestServer;
afterEach(() => server.close());

function findWarnings(msg: string): Array<Record<string, unknown>> {
  const lines = server.readLog().trimEnd().split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line)).filter((line) => line.msg === msg);
}

const findLosses = () => findWarnings('connection refused or cut');

function openConnections(count: number) {
  const { port } = new URL(server.url);
  return Array.from({ length: count }, () => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    return socket;
  });
}

describe('A connection that is refused or cut is told to the log with a remedy', () => {
  test('when one address holds all it may, once and not for each', async () => {
    server = await startServer({ config: { RATE_LIMITS: true, CONNECTIONS_PER_ADDRESS: 2 } });
    const sockets = openConnections(5);
    await Promise.all(sockets.slice(2).map((socket) => once(socket, 'close')));
    expect(findLosses()).toMatchObject([
      {
        level: 'warn',
        reason: 'address full',
        address: '127.0.0.1',
        remedy: expect.stringContaining('TRUSTED_PROXIES'),
      },
    ]);
  });

  test('when the server holds all it may', async () => {
    server = await startServer({ config: { MAX_CONNECTIONS: 1 } });
    await Promise.race(openConnections(2).map((socket) => once(socket, 'close')));
    const remedy = expect.stringContaining('MAX_CONNECTIONS');
    await expect.poll(findLosses).toMatchObject([{ reason: 'server full', remedy }]);
  });

  test('when a page of another site asks, which is answered 403', async () => {
    server = await startServer();
    const headers = { origin: 'https://evil.example.org' };
    const address = `${server.url}/socket.io/?EIO=4&transport=polling`;
    const answer = await fetch(address, { headers });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({ success: false, message: 'This site may not connect.' });
    expect(findLosses()).toMatchObject([
      { reason: 'foreign site', remedy: expect.stringContaining('CORS_ORIGINS') },
    ]);
  });
});

test('A reverse proxy that is not trusted is named in the log once, with the setting', async () => {
  const login = (address: string) =>
    call(server.url, 'POST', '/auth/login', { body: {}, headers: { 'x-forwarded-for': address } });
  server = await startServer({ config: { TRUSTED_PROXIES: ['127.0.0.1'] } });
  await login('192.0.2.1');
  expect(findWarnings('proxy not trusted')).toEqual([]);
  await server.close();
  server = await startServer();
  for (const address of ['192.0.2.1', '192.0.2.2']) await login(address);
  const remedy = expect.stringContaining('set TRUSTED_PROXIES=127.0.0.1');
  expect(findWarnings('proxy not trusted')).toMatchObject([{ level: 'warn', remedy }]);
});
