/**
 * Nodes, PostgreSQL and Redis as the children of one process, so that what they use together can be read from
 * its tree. It is asked once, for how many nodes and people, and answers where they are.
 */
import { startPostgres } from '../../support/postgres.ts';
import { openNode } from '../../support/postgres-store.ts';
import { startRedis } from '../../support/redis.ts';
import { startServerProcess } from '../../support/server-process.ts';
import { openStoreHouse } from '../houses.ts';
import type { Formation } from './measure-cluster.ts';

const running: Array<() => Promise<unknown>> = [];

type ClusterQuestion = Pick<Formation, 'nodes' | 'hasRedis'> & { people: number };
export type Started = Awaited<ReturnType<typeof start>>;

process.on('message', async (question: ClusterQuestion) => {
  process.send?.(await start(question));
});
for (const signal of ['SIGTERM', 'disconnect'] as const) {
  process.once(signal, async () => {
    for (const stop of running.toReversed()) await stop().catch(() => undefined);
    process.exit(0);
  });
}

async function start({ nodes, hasRedis, people: count }: ClusterQuestion) {
  const postgres = await startPostgres();
  running.push(postgres.dispose);
  const DATABASE_URL = await postgres.createDatabase();
  const environment: Record<string, string> = { DATABASE_URL, LOG_LEVEL: 'error' };
  if (hasRedis) {
    const redis = await startRedis();
    running.push(redis.dispose);
    environment.REDIS_URL = redis.url;
  }
  const started = [];
  for (let number = 0; number < nodes; number += 1) {
    const node = await startServerProcess(environment);
    running.push(node.dispose);
    started.push(node);
  }
  const { store } = await openNode(DATABASE_URL);
  const house = openStoreHouse(store);
  const people = await house.addPeople(count);
  await house.close();
  return { urls: started.map(({ url }) => url), people };
}
