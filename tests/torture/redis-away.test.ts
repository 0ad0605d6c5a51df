/** Redis ends, hangs and comes back while people write. The database goes on, and so does every node. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, type Member, send, signUp } from '../server/support/calls.ts';
import { join, type Listener } from '../server/support/sockets.ts';
import { makePerson, register } from '../support/backends.ts';
import { startClusterOn, type TestCluster } from '../support/cluster.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { startLoadLanes } from '../support/load-lanes.ts';
import { type PostgresServer, startOwnPostgres } from '../support/postgres.ts';

/** A node of which nothing is heard for so long is taken for dead, and a while for the news of it. */
const DEAD_WHEN_SILENT_MS = 12_000;

describeWithEngines(['PostgreSQL', 'Redis'], 'While Redis is away', () => {
  let cluster: TestCluster<PostgresServer>;
  let first: string;
  let second: string;
  beforeAll(async () => {
    cluster = await startClusterOn(startOwnPostgres(), 2);
    [first = '', second = ''] = cluster.nodes.map(({ url }) => url);
  });
  afterAll(() => cluster?.dispose());

  const connect = (url: string, { id, token }: Pick<Member, 'id' | 'token'>): Promise<Listener> => {
    const member = { id, token, email: '', password: '', user: { _id: id, fullName: '', bio: '' } };
    return join(url, member, { transports: ['websocket'], auth: { token, wants: ['presence'] } });
  };

  const readHealth = async (url: string) => (await fetch(`${url}/healthz`)).json();
  const untilHealth = (url: string, status: string) =>
    expect.poll(() => readHealth(url)).toMatchObject({ status });

  test('who was blocked meanwhile sees it when Redis is back', async () => {
    const ada = await signUp(first, 'Ada');
    const ben = await signUp(second, 'Ben');
    const adas = await connect(first, ada);
    const bens = await connect(second, ben);
    await bens.hear('presence', (news) => news.some(({ userId }) => userId === ada.id));
    await cluster.redis.stop();
    await untilHealth(first, 'degraded');
    await untilHealth(second, 'degraded');
    await call(first, 'PUT', `/messages/block/${ben.id}`, ada);
    const heardBefore = bens.heard('presence').length;
    await cluster.redis.start();
    await untilHealth(second, 'ok');
    const readLast = () =>
      bens
        .heard('presence')
        .slice(heardBefore)
        .flat()
        .findLast(({ userId }) => userId === ada.id);
    await expect.poll(readLast).toMatchObject({ online: false });
    for (const { close } of [adas, bens]) close();
  });

  test('somebody who connects meanwhile hears from other nodes when it is back', async () => {
    await cluster.redis.stop();
    const ada = await signUp(first, 'Ada');
    const ben = await signUp(second, 'Ben');
    const bens = await connect(second, ben);
    const adas = await connect(first, ada);
    await cluster.redis.start();
    await bens.hear('catchUp');
    await untilHealth(first, 'ok');
    await untilHealth(second, 'ok');
    await adas.hear('presence', (news) => news.some(({ userId }) => userId === ben.id));
    await send(first, ada, ben, 'hello');
    await bens.hear('newMessage');
    for (const { close } of [adas, bens]) close();
  });

  test('a node that starts meanwhile is one with the others when it is back', async () => {
    const started = cluster.nodes[1];
    if (!started) throw new Error('Two nodes are needed.');
    await started.kill();
    await cluster.redis.stop();
    await started.start();
    const ada = await signUp(first, 'Ada');
    const ben = await signUp(second, 'Ben');
    const adas = await connect(first, ada);
    const bens = await connect(second, ben);
    await cluster.redis.start();
    await adas.hear('presence', (news) => news.some(({ userId }) => userId === ben.id));
    await bens.hear('presence', (news) => news.some(({ userId }) => userId === ada.id));
    await untilHealth(second, 'ok');
    await send(first, ada, ben, 'hello');
    await bens.hear('newMessage');
    for (const { close } of [adas, bens]) close();
  });

  test('whoever was on a node that was started anew meanwhile, and has left, is shown as offline', async () => {
    const restarted = cluster.nodes[1];
    if (!restarted) throw new Error('Two nodes are needed.');
    const ada = await signUp(first, 'Ada');
    const [ben, cleo] = [await signUp(second, 'Ben'), await signUp(second, 'Cleo')];
    const adas = await connect(first, ada);
    for (const each of [ben, cleo]) {
      await connect(second, each);
      await adas.hear('presence', (news) => news.some(({ userId }) => userId === each.id));
    }
    await cluster.redis.kill();
    await untilHealth(first, 'degraded');
    await restarted.kill();
    await restarted.start();
    // One of them was there again for a while.
    (await connect(second, ben)).close();
    await cluster.redis.start();
    for (const { id } of [ben, cleo]) {
      await adas.hear('presence', (news) =>
        news.some(({ userId, online }) => userId === id && !online),
      );
    }
    const doras = await connect(second, await signUp(second, 'Dora'));
    const list = doras.heard('getOnlineUsers')[0] ?? [];
    expect(list.filter((id) => id === ben.id || id === cleo.id)).toEqual([]);
    for (const { close } of [adas, doras]) close();
  });

  test('nobody on another node is shown as offline, however long that takes', async () => {
    const ada = await signUp(first, 'Ada');
    const ben = await signUp(second, 'Ben');
    const adas = await connect(first, ada);
    const bens = await connect(second, ben);
    await adas.hear('presence', (news) => news.some(({ userId }) => userId === ben.id));
    await cluster.redis.stop();
    await sleep(DEAD_WHEN_SILENT_MS);
    await cluster.redis.start();
    await Promise.all([adas, bens].map((each) => each.hear('catchUp')));
    const cleo = await signUp(second, 'Cleo');
    const cleos = await connect(second, cleo);
    await adas.hear('presence', (news) => news.some(({ userId }) => userId === cleo.id));
    const left = adas.heard('presence').flat();
    expect(left.filter(({ userId, online }) => userId === ben.id && !online)).toEqual([]);
    for (const { close } of [adas, bens, cleos]) close();
  });

  test.each([
    ['the database is there', async () => {}, async () => {}],
    [
      'the database is away just then',
      () => cluster.postgres.stop(),
      () => cluster.postgres.start(),
    ],
  ])(
    'a session that ended meanwhile loses its connections when it is back, and %s',
    async (_how, before, after) => {
      const ada = await signUp(first, 'Ada');
      const adas = await connect(second, ada);
      const closed = new Promise((resolve) => adas.socket.once('disconnect', resolve));
      await cluster.redis.stop();
      await untilHealth(first, 'degraded');
      await call(first, 'POST', '/auth/logout', ada);
      await before();
      await cluster.redis.start();
      await adas.hear('catchUp');
      await after();
      await closed;
    },
  );

  test('whoever asks for the people when it is back has them still, unless they have changed', async () => {
    const ada = await signUp(first, 'Ada');
    const adas = await connect(second, ada);
    const load = (tag = '') =>
      fetch(`${second}/api/v1/messages/users`, {
        cache: 'no-store',
        headers: { token: ada.token, 'if-none-match': tag },
      });
    const before = await load();
    const bens = await connect(first, await signUp(first, 'Ben'));
    const tag = (await load()).headers.get('etag') ?? '';
    expect(tag).not.toBe(before.headers.get('etag'));
    await cluster.redis.stop();
    await untilHealth(second, 'degraded');
    bens.close();
    await cluster.redis.start();
    await adas.hear('catchUp');
    expect((await load(tag)).status).toBe(304);
    adas.close();
  });

  test('somebody who was blocked meanwhile is seen typing no more when it is back', async () => {
    const ada = await signUp(first, 'Ada');
    const ben = await signUp(second, 'Ben');
    const cleo = await signUp(first, 'Cleo');
    const [adas, cleos] = [await connect(first, ada), await connect(first, cleo)];
    const bens = await connect(second, ben);
    await cluster.redis.stop();
    await untilHealth(second, 'degraded');
    await call(first, 'PUT', `/messages/block/${ada.id}`, ben);
    await cluster.redis.start();
    await untilHealth(first, 'ok');
    await untilHealth(second, 'ok');

    async function countTyping(): Promise<number> {
      const before = [bens, cleos].map((each) => each.heard('typing').length);
      adas.socket.emit('typing', { userId: ben.id });
      adas.socket.emit('typing', { userId: cleo.id });
      await expect.poll(() => cleos.heard('typing').length).toBe((before[1] ?? 0) + 1);
      // Behind what Ben heard of Ada.
      const { _id } = await send(first, cleo, ben, 'behind');
      await bens.hear('newMessage', (message) => message._id === _id);
      return bens.heard('typing').length - (before[0] ?? 0);
    }
    // No oftener than a person types.
    await expect.poll(countTyping, { interval: 1_500 }).toBe(0);
    for (const { close } of [adas, bens, cleos]) close();
  });

  test('a load of messages goes on without a refusal, however often it ends, hangs and returns', async () => {
    const [ada, ben] = [
      await register({ url: first }, makePerson('Ada')),
      await register({ url: second }, makePerson('Ben')),
    ];
    const bens = await connect(second, ben);
    const lanes = startLoadLanes(first, [
      [ada, ben],
      [ada, ben],
    ]);
    try {
      for (let round = 0; round < 3; round += 1) {
        await lanes.waitForMore(50);
        await (round % 2 === 0 ? cluster.redis.stop() : cluster.redis.kill());
        await lanes.waitForMore(50);
        await cluster.redis.start();
        await lanes.waitForMore(50);
      }
      cluster.redis.pause();
      await lanes.waitForMore(100);
      cluster.redis.resume();
      await lanes.waitForMore(50);
    } finally {
      cluster.redis.resume();
      await lanes.finish();
    }
    expect(lanes.acknowledged.filter(({ tries }) => tries > 1)).toEqual([]);
    const ids = bens.heard('newMessage').map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(ids.length);

    await untilHealth(first, 'ok');
    await untilHealth(second, 'ok');
    const path = `/messages/${ada.id}?peek=true`;
    const answer = await call<{ messages: unknown[] }>(second, 'GET', path, ben);
    expect(answer.body.messages).toHaveLength(lanes.acknowledged.length);
    bens.close();
  });
});
