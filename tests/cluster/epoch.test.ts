/** The data in PostgreSQL go back, as after a restored backup: the node notices it when it connects again. */
import { setTimeout } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { type Known, parseCursor } from '../../src/protocol/changes.ts';
import { call, signUp } from '../server/support/calls.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { startPostgres } from '../support/postgres.ts';
import { startServerProcess } from '../support/server-process.ts';

describeWithEngines(['PostgreSQL'], 'a database that was restored under a running node', () => {
  test('gets another epoch and higher numbers, and clients connect again', async () => {
    await using stack = new AsyncDisposableStack();
    const postgres = stack.adopt(await startPostgres(), (server) => server.dispose());
    const url = await postgres.createDatabase();
    const name = new URL(url).pathname.slice(1);
    const administration = new URL('/postgres', url).href;
    const node = stack.adopt(await startServerProcess({ DATABASE_URL: url }), (server) =>
      server.dispose(),
    );
    const ada = await signUp(node.url, 'Ada');
    const ben = await signUp(node.url, 'Ben');
    const send = () =>
      call(node.url, 'POST', `/messages/send/${ben.id}`, { ...ada, body: { text: 'Hello' } });
    const readCursor = async () => {
      const { body } = await call<Known>(node.url, 'GET', `/messages/${ben.id}?limit=1`, ada);
      return parseCursor(body.cursor);
    };
    await send();
    const socket = stack.adopt(
      io(node.url, {
        query: { userId: ada.id },
        auth: { token: ada.token },
        transports: ['websocket'],
      }),
      (opened) => void opened.close(),
    );
    const hear = () =>
      new Promise<string>((resolve) => socket.once('hello', ({ epoch }) => resolve(epoch)));
    const firstEpoch = await hear();
    const before = await readCursor();

    await postgres.run(administration, `alter database ${name} allow_connections false`);
    await postgres.run(
      administration,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    await postgres.run(administration, `create database restored template ${name}`);
    await postgres.run(administration, `alter database ${name} rename to lost`);
    await postgres.run(administration, `alter database restored rename to ${name}`);
    const next = hear();
    while ((await send()).status !== 200) await setTimeout(50);
    const nextEpoch = await next;
    const after = await readCursor();
    expect([firstEpoch, nextEpoch]).toEqual([before?.epoch, after?.epoch]);
    expect(nextEpoch).not.toBe(firstEpoch);
    expect(after?.number).toBeGreaterThan((before?.number ?? 0) + 2 ** 32);
  });
});
