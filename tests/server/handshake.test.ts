/** What stays of a handshake that ends in nothing, counted in the memory of this process: the server runs in it. */
import { once } from 'node:events';
import { queryObjects } from 'node:v8';
import { Socket } from 'socket.io';
import { afterEach, expect, test } from 'vitest';
import WebSocket from 'ws';
import { DomainError } from '../../server/domain/errors.ts';
import type { Store } from '../../server/domain/ports/store.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { signUp } from './support/calls.ts';
import { comesBack, listen } from './support/sockets.ts';

let server: TestServer;
afterEach(() => server.close());

const countSockets = () => queryObjects(Socket, { format: 'count' });

test('Thousands of openings, of one WebSocket or in one request of polling, leave nothing behind', async () => {
  server = await startServer();
  const address = `${server.url}/socket.io/?EIO=4&transport=`;
  const wire = new WebSocket(`${address.replace('http', 'ws')}websocket`);
  const isCut = once(wire, 'close');
  await once(wire, 'message');
  for (let number = 0; number < 100; number += 1) wire.send('40');
  await isCut;
  const opened = await (await fetch(`${address}polling`)).text();
  const [, sid] = /"sid":"([^"]+)"/.exec(opened) ?? [];
  const body = Array.from({ length: 5_000 }, () => '40').join('\x1e');
  // It may be cut while it is read.
  await fetch(`${address}polling&sid=${sid}`, { method: 'POST', body }).catch(() => undefined);
  await expect.poll(countSockets).toBe(0);
});

const fail = () => Promise.reject(new DomainError('storageUnavailable', 'The disk is full.'));

test.each<[string, Partial<Store>]>([
  ['who it is', { findSession: fail }],
  ['whom they blocked', { listBlocked: fail }],
])(
  'Those who come back while the store cannot say %s leave nothing behind',
  async (_what, broken) => {
    server = await startServer({ wrapStore: (store) => ({ ...store, ...broken }) });
    const listener = listen(server.url, await signUp(server.url), {
      reconnection: true,
      reconnectionDelay: 10,
      reconnectionDelayMax: 10,
    });
    for (let times = 0; times < 10; times += 1) await comesBack(listener);
    listener.close();
    await expect.poll(countSockets).toBe(0);
  },
);
