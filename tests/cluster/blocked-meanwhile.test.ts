/** Somebody is blocked just while a window of the one who blocks is being let in, by a node that is slow to hear of it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, send, signUp } from '../server/support/calls.ts';
import { listen } from '../server/support/sockets.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { type PostgresDatabases, startPostgres } from '../support/postgres.ts';
import { type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

describeWithEngines(['PostgreSQL', 'Redis'], 'Who is blocked while a window is let in', () => {
  let postgres: PostgresDatabases;
  let redis: RedisServer;
  let proxy: PostgresProxy;
  let slow: ServerProcess;
  let other: ServerProcess;
  beforeAll(async () => {
    postgres = await startPostgres();
    redis = await startRedis();
    const DATABASE_URL = await postgres.createDatabase();
    proxy = await startPostgresProxy(DATABASE_URL);
    slow = await startServerProcess({ DATABASE_URL: proxy.url, REDIS_URL: redis.url });
    other = await startServerProcess({ DATABASE_URL, REDIS_URL: redis.url });
  });
  afterAll(async () => {
    for (const part of [slow, other, redis, postgres]) await part?.dispose();
    await proxy?.close();
  });

  test.each([
    ['another node', () => other],
    ['the same node', () => slow],
  ])('is not heard in it, also when that was done on %s', async (_where, find) => {
    const ada = await signUp(other.url, 'Ada');
    const ben = await signUp(other.url, 'Ben');
    const cleo = await signUp(other.url, 'Cleo');
    const transports = ['websocket'];
    const adas = listen(other.url, ada, { transports });
    const cleos = listen(other.url, cleo, { transports });
    // A window that has been let in tells when the node has heard of the block.
    const watching = listen(slow.url, ben, { transports });
    await Promise.all([adas, cleos, watching].map((each) => each.hear('getOnlineUsers')));
    await watching.hear('getOnlineUsers', (ids) => ids.includes(ada.id));

    const held = proxy.holdAnswerTo('list blocked');
    const late = listen(slow.url, ben, { transports });
    const release = await held;
    await call(find().url, 'PUT', `/messages/block/${ada.id}`, ben);
    await expect.poll(() => watching.heard('getOnlineUsers').at(-1)).not.toContain(ada.id);
    release();
    await late.hear('getOnlineUsers');

    adas.socket.emit('typing', { userId: ben.id });
    await send(other.url, ada, ben, 'not for him');
    await send(other.url, cleo, ben, 'for him');
    await late.hear('newMessage', ({ text }) => text === 'for him');
    expect(late.heard('typing')).toEqual([]);
    expect(late.heard('getOnlineUsers').filter((ids) => ids.includes(ada.id))).toEqual([]);
    for (const { close } of [adas, cleos, watching, late]) close();
  });
});
