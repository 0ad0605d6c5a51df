/** Redis goes on and refuses: nobody's connection to it ends, so nothing begins anew by itself. */
import { mkdir, rmdir } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { send, signUp } from '../server/support/calls.ts';
import { join } from '../server/support/sockets.ts';
import { startCluster, type TestCluster } from '../support/cluster.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';

/** A node of which nothing is heard for so long is taken for dead, and a while for the news of it. */
const DEAD_WHEN_SILENT_MS = 12_000;

describeWithEngines(['PostgreSQL', 'Redis'], 'While Redis refuses', () => {
  let cluster: TestCluster;
  let first: string;
  let second: string;
  beforeAll(async () => {
    cluster = await startCluster(2);
    [first = '', second = ''] = cluster.nodes.map(({ url }) => url);
  });
  afterAll(() => cluster?.dispose());

  async function openClient() {
    const client = createClient({ url: cluster.redis.url });
    client.on('error', () => {});
    onTestFinished(() => client.destroy());
    await client.connect();
    return client;
  }

  const untilHealth = (url: string, status: string) =>
    expect.poll(async () => (await fetch(`${url}/healthz`)).json()).toMatchObject({ status });

  test('to answer a ping since it could not save, it is away, and it is back when it can', async () => {
    const client = await openClient();
    const { dir = '' } = await client.configGet('dir');
    // A folder in the place of the file that it saves to.
    const taken = joinPath(dir, 'dump.rdb');
    const save = async (outcome: string) => {
      await client.sendCommand(['BGSAVE']);
      await expect
        .poll(() => client.info('persistence'))
        .toContain(`rdb_last_bgsave_status:${outcome}`);
    };
    await mkdir(taken);
    await client.configSet('save', '3600 1');
    await save('err');
    await Promise.all([first, second].map((url) => untilHealth(url, 'degraded')));
    await rmdir(taken);
    await save('ok');
    await client.configSet('save', '');
    await Promise.all([first, second].map((url) => untilHealth(url, 'ok')));

    const ada = await signUp(first, 'Ada');
    const ben = await signUp(second, 'Ben');
    const auth = { token: ada.token, wants: ['presence'] };
    const adas = await join(first, ada, { transports: ['websocket'], auth });
    const bens = await join(second, ben, { transports: ['websocket'] });
    await adas.hear('presence', (news) => news.some(({ userId }) => userId === ben.id));
    await send(first, ada, ben, 'hello');
    await bens.hear('newMessage');
    for (const { close } of [adas, bens]) close();
  });

  test('all writes since its memory is full, nobody is taken for dead, and nodes try again with patience', async () => {
    const client = await openClient();
    const ada = await signUp(first, 'Ada');
    const ben = await signUp(second, 'Ben');
    const auth = { token: ada.token, wants: ['presence'] };
    const adas = await join(first, ada, { transports: ['websocket'], auth });
    const bens = await join(second, ben, { transports: ['websocket'] });
    await adas.hear('presence', (news) => news.some(({ userId }) => userId === ben.id));

    await client.configSet('maxmemory', '1');
    for (let window = 0; window < 20; window += 1) {
      (await join(second, ben, { transports: ['websocket'] })).close();
    }
    await expect
      .poll(async () => (await fetch(`${second}/healthz`)).json())
      .toEqual({ status: 'degraded', missing: ['presence'] });
    await client.configResetStat();
    await sleep(DEAD_WHEN_SILENT_MS);
    const tries = Number(
      /cmdstat_multi:calls=(\d+)/.exec(await client.info('commandstats'))?.[1] ?? 0,
    );
    // Once a second for each of the two nodes, and some.
    expect(tries).toBeGreaterThan(0);
    expect(tries).toBeLessThan(3 * (DEAD_WHEN_SILENT_MS / 1_000));
    const left = adas.heard('presence').flat();
    expect(left.filter(({ userId, online }) => userId === ben.id && !online)).toEqual([]);

    const cleo = await signUp(second, 'Cleo');
    const cleos = await join(second, cleo, { transports: ['websocket'] });
    await client.configSet('maxmemory', '0');
    await adas.hear('presence', (news) => news.some(({ userId }) => userId === cleo.id));
    await untilHealth(second, 'ok');
    for (const { close } of [adas, bens, cleos]) close();
  });
});
