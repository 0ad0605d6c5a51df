/** PostgreSQL's answer to one node is late or lost: what was asked for is done, and the node was not told. */
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIST_BLOCKED } from '../../server/store/blocks.ts';
import { IDEMPOTENCY_HEADER, type SendResponse } from '../../src/protocol/http.ts';
import {
  call,
  type Member,
  readConversation,
  readTexts,
  send,
  signUp,
} from '../server/support/calls.ts';
import { join, listen } from '../server/support/sockets.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { findFreePort } from '../support/free-port.ts';
import { type PostgresDatabases, startPostgres } from '../support/postgres.ts';
import { type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

describeWithEngines(['PostgreSQL', 'Redis'], 'An answer of PostgreSQL that is late or lost', () => {
  let postgres: PostgresDatabases;
  let redis: RedisServer;
  let proxy: PostgresProxy;
  let metricsPort: number;
  let near: ServerProcess;
  let far: ServerProcess;
  beforeAll(async () => {
    postgres = await startPostgres();
    redis = await startRedis();
    const DATABASE_URL = await postgres.createDatabase();
    proxy = await startPostgresProxy(DATABASE_URL);
    metricsPort = await findFreePort();
    near = await startServerProcess({
      DATABASE_URL: proxy.url,
      REDIS_URL: redis.url,
      METRICS_PORT: `${metricsPort}`,
    });
    far = await startServerProcess({ DATABASE_URL, REDIS_URL: redis.url });
  });
  afterAll(async () => {
    for (const part of [near, far, redis, postgres]) await part?.dispose();
    await proxy?.close();
  });

  const say = (url: string, from: Member, to: Member, text: string, key: string) =>
    call<SendResponse>(url, 'POST', `/messages/send/${to.id}`, {
      token: from.token,
      body: { text },
      headers: { [IDEMPOTENCY_HEADER]: key },
    });

  const read = async (reader: Member, peer: Member) =>
    (await readConversation(far.url, reader, peer)).messages;

  const connect = (url: string, member: Member) =>
    join(url, member, { transports: ['websocket'], wants: ['presence', 'ownDevices'] });

  test('is found by the key of the message, on any node, and nothing is stored again', async () => {
    const ada = await signUp(near.url, 'Ada');
    const ben = await signUp(near.url, 'Ben');
    for (const again of [near.url, far.url]) {
      const key = uuidv7();
      const lost = proxy.loseAnswerTo('append messages');
      const { status } = await say(near.url, ada, ben, 'hello', key);
      await lost;
      expect(status).toBe(504);
      const [newest] = (await read(ben, ada)).toReversed();
      const repeated = await say(again, ada, ben, 'hello', key);
      expect(repeated.body).toMatchObject({ success: true, newMessage: { _id: newest?._id } });
    }
    expect(await read(ben, ada)).toHaveLength(2);
  });

  test('is not asked for again by the node: messages without a key would be stored twice', async () => {
    const ada = await signUp(near.url, 'Ada');
    const ben = await signUp(near.url, 'Ben');
    const write = (text: string) =>
      call(near.url, 'POST', `/messages/send/${ben.id}`, { ...ada, body: { text } });
    const held = proxy.holdAnswerTo('append messages');
    const first = write('first');
    const release = await held;
    // These wait for the first, and then share a commit.
    const together = [write('second'), write('third')];
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())
      .toContain('duet_sends_waiting 3\n');
    const lost = proxy.loseAnswerTo('append messages');
    release();
    await lost;
    expect((await first).status).toBe(200);
    expect((await Promise.all(together)).map(({ status }) => status)).toEqual([504, 504]);
    expect((await readTexts(far.url, ben, ada)).toSorted()).toEqual(['first', 'second', 'third']);
  });

  test('is made up for: whom the message concerns is asked to catch up, wherever they are', async () => {
    const ada = await signUp(near.url, 'Ada');
    const ben = await signUp(near.url, 'Ben');
    const cleo = await signUp(near.url, 'Cleo');
    const bens = await connect(far.url, ben);
    const adasOther = await connect(far.url, ada);
    const cleos = await connect(near.url, cleo);

    const lost = proxy.loseAnswerTo('append messages');
    await say(near.url, ada, ben, 'hello', uuidv7());
    await lost;
    await Promise.all([bens.hear('catchUp'), adasOther.hear('catchUp')]);
    expect(await read(ben, ada)).toHaveLength(1);
    expect(cleos.heard('catchUp')).toEqual([]);
  });

  test.each([
    ['another node', () => far],
    ['the same node', () => near],
  ])(
    'is no hole in a block, which %s makes while a window of the blocker is let in',
    async (_where, find) => {
      const ada = await signUp(far.url, 'Ada');
      const ben = await signUp(far.url, 'Ben');
      const cleo = await signUp(far.url, 'Cleo');
      const plain = { transports: ['websocket'] };
      const adas = await join(far.url, ada, plain);
      // A window that has been let in tells when the node has heard of the block.
      const watching = await join(near.url, ben, plain);
      await watching.hear('getOnlineUsers', (ids) => ids.includes(ada.id));

      const held = proxy.holdAnswerTo(LIST_BLOCKED.name);
      const late = listen(near.url, ben, plain);
      const release = await held;
      await call(find().url, 'PUT', `/messages/block/${ada.id}`, ben);
      await expect.poll(() => watching.heard('getOnlineUsers').at(-1)).not.toContain(ada.id);
      release();
      await late.hear('getOnlineUsers');

      adas.socket.emit('typing', { userId: ben.id });
      await send(far.url, ada, ben, 'not for him');
      await send(far.url, cleo, ben, 'for him');
      await late.hear('newMessage', ({ text }) => text === 'for him');
      expect(late.heard('typing')).toEqual([]);
      expect(late.heard('getOnlineUsers').filter((ids) => ids.includes(ada.id))).toEqual([]);
    },
  );
});
