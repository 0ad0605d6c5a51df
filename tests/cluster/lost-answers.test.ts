/** The connection to PostgreSQL breaks while it answers: what was asked for is done, and nobody was told. */

import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '../../src/protocol/entities.ts';
import { IDEMPOTENCY_HEADER, type SendResponse } from '../../src/protocol/http.ts';
import { call, type Member, signUp } from '../server/support/calls.ts';
import { join } from '../server/support/sockets.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { findFreePort } from '../support/free-port.ts';
import { type PostgresDatabases, startPostgres } from '../support/postgres.ts';
import { type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

describeWithEngines(['PostgreSQL', 'Redis'], 'A commit whose answer is lost', () => {
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

  async function readConversation(reader: Member, peer: Member) {
    const path = `/messages/${peer.id}?peek=true`;
    const { body } = await call<{ messages: Message[] }>(far.url, 'GET', path, reader);
    return body.messages;
  }

  const connect = (url: string, member: Member) =>
    join(url, member, {
      transports: ['websocket'],
      auth: { token: member.token, wants: ['presence', 'ownDevices'] },
    });

  test('is found by the key of the message, on any node, and nothing is stored again', async () => {
    const ada = await signUp(near.url, 'Ada');
    const ben = await signUp(near.url, 'Ben');
    for (const again of [near.url, far.url]) {
      const key = uuidv7();
      const lost = proxy.loseAnswerTo('append messages');
      const { status } = await say(near.url, ada, ben, 'hello', key);
      await lost;
      expect(status).toBe(504);
      const [newest] = (await readConversation(ben, ada)).toReversed();
      const repeated = await say(again, ada, ben, 'hello', key);
      expect(repeated.body).toMatchObject({ success: true, newMessage: { _id: newest?._id } });
    }
    expect(await readConversation(ben, ada)).toHaveLength(2);
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
    const texts = (await readConversation(ben, ada)).map(({ text }) => text);
    expect(texts.toSorted()).toEqual(['first', 'second', 'third']);
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
    expect(await readConversation(ben, ada)).toHaveLength(1);
    expect(cleos.heard('catchUp')).toEqual([]);
    for (const { close } of [bens, adasOther, cleos]) close();
  });

  test('is made up for, too, where the node was killed before it could tell of the message (STORE-4)', async () => {
    const ada = await signUp(near.url, 'Ada');
    const ben = await signUp(near.url, 'Ben');
    const bens = await connect(far.url, ben);
    const held = proxy.holdAnswerTo('append messages');
    const key = uuidv7();
    const unanswered = say(near.url, ada, ben, 'hello', key).catch(() => undefined);
    await held;
    await near.kill();
    await unanswered;
    expect((await say(far.url, ada, ben, 'hello', key)).status).toBe(200);
    await bens.hear('catchUp');
    expect(await readConversation(ben, ada)).toHaveLength(1);
    bens.close();
    await near.start();
  });
});
