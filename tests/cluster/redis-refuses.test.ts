/** Redis goes on and refuses: nobody's connection to it ends, so nothing begins anew by itself. */
import { mkdir, rmdir } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { send, signUp } from '../server/support/calls.ts';
import { join } from '../server/support/sockets.ts';
import { startCluster, type TestCluster } from '../support/cluster.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';

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
    expect
      .poll(async () => (await fetch(`${url}/healthz`)).json(), { timeout: 20_000 })
      .toMatchObject({ status });

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
});
