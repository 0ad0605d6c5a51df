/** Several real nodes as processes of their own, on one real PostgreSQL and one real Redis. */
import { type PostgresDatabases, startPostgres } from './postgres.ts';
import { type RedisServer, startRedis } from './redis.ts';
import { type RoundRobin, startRoundRobin } from './round-robin.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export interface TestCluster<Postgres extends PostgresDatabases = PostgresDatabases> {
  nodes: readonly ServerProcess[];
  redis: RedisServer;
  postgres: Postgres;
  /** Any node that is ready. */
  front: RoundRobin;
  dispose(): Promise<void>;
}

export const startCluster = (
  count: number,
  environment: Record<string, string> = {},
  program?: string,
): Promise<TestCluster> => startClusterOn(startPostgres(), count, environment, program);

/** The same on a PostgreSQL that the cluster takes along when it ends. */
export async function startClusterOn<Postgres extends PostgresDatabases>(
  starting: Promise<Postgres>,
  count: number,
  environment: Record<string, string> = {},
  program?: string,
): Promise<TestCluster<Postgres>> {
  const started: Array<{ dispose(): Promise<void> }> = [];
  const keep = <Part extends { dispose(): Promise<void> }>(part: Part): Part => {
    started.unshift(part);
    return part;
  };
  async function dispose(): Promise<void> {
    for (const part of started) await part.dispose();
  }

  try {
    const [postgres, redis] = await Promise.all([starting.then(keep), startRedis().then(keep)]);
    const DATABASE_URL = await postgres.createDatabase();
    const nodes = await Promise.all(
      Array.from({ length: count }, () =>
        startServerProcess({ DATABASE_URL, REDIS_URL: redis.url, ...environment }, program).then(
          keep,
        ),
      ),
    );
    const front = await startRoundRobin(nodes);
    keep({ dispose: front.close });
    return { nodes, redis, postgres, front, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
