/** The data in PostgreSQL go back, as after a restored backup: the node notices it when it connects again. */
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { parseCursor } from '../../src/protocol/changes.ts';
import { call, readConversation, signUp } from '../server/support/calls.ts';
import { listen } from '../server/support/sockets.ts';
import { describeOnPostgres } from '../support/cluster.ts';
import { openNode } from '../support/postgres-store.ts';
import { startServer } from '../support/server.ts';

describeOnPostgres('a database that was restored under a running node', (postgres) => {
  test('gets another epoch and higher numbers, and clients connect again', async () => {
    const url = await postgres.createDatabase();
    const name = new URL(url).pathname.slice(1);
    const source = { engine: 'postgres', url, connections: 2 } as const;
    const server = await startServer({
      openData: async (_folder, clock) => ({ ...(await openNode(url, clock)), source }),
    });
    onTestFinished(() => server.close());
    const ada = await signUp(server.url, 'Ada');
    const ben = await signUp(server.url, 'Ben');
    const send = () =>
      call(server.url, 'POST', `/messages/send/${ben.id}`, { ...ada, body: { text: 'Hello' } });
    const readCursor = async () =>
      parseCursor((await readConversation(server.url, ada, ben, '?limit=1')).cursor);
    await send();
    const window = listen(server.url, ada, { transports: ['websocket'], reconnection: true });
    const { epoch: firstEpoch } = await window.hear('hello');
    const before = await readCursor();

    const administration = new URL('/postgres', url).href;
    for (const sql of [
      `alter database ${name} allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      `create database restored template ${name}`,
      `alter database ${name} rename to lost`,
      `alter database restored rename to ${name}`,
    ]) {
      await postgres.run(administration, sql);
    }
    while ((await send()).status !== 200) await setTimeout(50);
    const { epoch } = await window.hear('hello', (hello) => hello.epoch !== firstEpoch);
    const after = await readCursor();
    expect([firstEpoch, epoch]).toEqual([before?.epoch, after?.epoch]);
    expect(after?.number).toBeGreaterThan((before?.number ?? 0) + 2 ** 32);
  });
});
