/** Redis forgets who is connected to a node while it runs: it evicts what may expire when its memory is full. */
import { createClient } from '@redis/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { signUp } from '../server/support/calls.ts';
import { join } from '../server/support/sockets.ts';
import { startCluster, type TestCluster } from '../support/cluster.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';

describeWithEngines(['PostgreSQL', 'Redis'], 'When Redis forgets who is online', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await startCluster(1);
  });
  afterAll(() => cluster?.dispose());

  test('it is told all again, also when somebody comes before the node notices', async () => {
    const {
      nodes: [node],
      redis,
    } = cluster;
    if (!node) throw new Error('A node is needed.');
    const transports = { transports: ['websocket'] };
    const ada = await signUp(node.url, 'Ada');
    const ben = await signUp(node.url, 'Ben');
    const adas = await join(node.url, ada, transports);
    const client = createClient({ url: redis.url });
    client.on('error', () => {});
    onTestFinished(() => client.destroy());
    await client.connect();
    const [key = ''] = await client.keys('duet:presence:*');
    await expect.poll(() => client.hKeys(key)).toContain(ada.id);
    await client.del(key);
    // For nodes that start later, though nobody comes or goes here.
    await expect.poll(() => client.hKeys(key)).toContain(ada.id);
    await client.del(key);
    const bens = await join(node.url, ben, transports);
    await expect.poll(() => client.hKeys(key)).toContain(ben.id);
    await expect.poll(() => client.hKeys(key)).toContain(ada.id);
    for (const { close } of [adas, bens]) close();
  });
});
