/** Several real nodes as processes of their own, on one real PostgreSQL and one real Redis. */
import { afterAll, beforeAll } from 'vitest';
import { describeWithEngines } from './describe-with-engines.ts';
import { type PostgresDatabases, startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import { startRoundRobin } from './round-robin.ts';
import { startServerProcess } from './server-process.ts';

type Cluster = Awaited<ReturnType<typeof startCluster>>;

export async function startCluster(
  count: number,
  environment: Record<string, string> = {},
  program?: string,
) {
  const started = new AsyncDisposableStack();
  const keep = <Part extends { dispose(): Promise<void> }>(part: Part): Part =>
    started.adopt(part, (one) => one.dispose());
  try {
    const [postgres, redis] = await Promise.all([
      startPostgres().then(keep),
      startRedis().then(keep),
    ]);
    const settings = {
      DATABASE_URL: await postgres.createDatabase(),
      REDIS_URL: redis.url,
      ...environment,
    };
    const nodes = await Promise.all(
      Array.from({ length: count }, () => startServerProcess(settings, program).then(keep)),
    );
    /** Any node that is ready. */
    const front = started.adopt(await startRoundRobin(nodes), (one) => one.close());
    /** The nodes in turn. */
    const node = (turn: number) => {
      const found = nodes[turn % count];
      if (!found) throw new Error('A cluster has a node.');
      return found;
    };
    return { nodes, node, redis, front, dispose: () => started.disposeAsync() };
  } catch (error) {
    await started.disposeAsync();
    throw error;
  }
}

/** Tests that share one cluster. */
export function describeCluster(
  name: string,
  start: () => Promise<Cluster>,
  define: (get: () => Cluster) => void,
): void {
  describeWithEngines(['PostgreSQL', 'Redis'], name, () => {
    let cluster: Cluster;
    beforeAll(async () => {
      cluster = await start();
    });
    afterAll(() => cluster?.dispose());
    define(() => cluster);
  });
}

/** Tests that share one PostgreSQL. */
export function describeOnPostgres(
  name: string,
  define: (postgres: Omit<PostgresDatabases, 'dispose'>) => void,
): void {
  describeWithEngines(['PostgreSQL'], name, () => {
    let started: PostgresDatabases;
    beforeAll(async () => {
      started = await startPostgres();
    });
    afterAll(() => started?.dispose());
    define({
      get port() {
        return started.port;
      },
      createDatabase: () => started.createDatabase(),
      run: (url, sql) => started.run(url, sql),
      hold: (url, sql) => started.hold(url, sql),
    });
  });
}
