/**
 * Three nodes on real PostgreSQL and Redis, and everything that may go wrong with them while sixty people write. Each
 * fault has a row in the table that is printed at the end. `DUET_CHECKOUT` names another checkout whose server is
 * measured instead, `TORTURE_SEED` the kills of the one that has chance decide.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { makeRandom } from '../../server/seed/random.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { type Gate, startGate } from '../support/gate.ts';
import { gatherPeople, type ManyPeople } from '../support/many-people.ts';
import { type PostgresServer, startOwnPostgres } from '../support/postgres.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { startRoundRobin } from '../support/round-robin.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { takeSeed } from './seed.ts';

const CALM_MS = 4_000;
const RANDOM_KILLS = 20;
const LOOK_MS = 250;

interface Stage {
  nodes: [ServerProcess, ServerProcess, ServerProcess];
  postgres: PostgresServer;
  database: string;
  /** Between all nodes and PostgreSQL. */
  postgresGate: Gate;
  redis: RedisServer;
  /** Between the third node and Redis. */
  redisGate: Gate;
  people: ManyPeople;
}

const seconds = (count: number) => sleep(count * 1000);

async function sendToRedis({ redis }: Stage, words: string): Promise<void> {
  const client = await createClient({ url: redis.url }).connect();
  await client.sendCommand(words.split(' '));
  client.destroy();
}

interface Trouble {
  begin(stage: Stage): unknown;
  end(stage: Stage): unknown;
}

/** For so many seconds; meanwhile some people leave and others come. */
const during =
  (count: number, { begin, end }: Trouble) =>
  async (stage: Stage) => {
    await begin(stage);
    await seconds(count / 2);
    stage.people.changeOnlookers();
    await seconds(count / 2);
    await end(stage);
  };

const NOTHING: Trouble = { begin: () => {}, end: () => {} };
const NO_REDIS: Trouble = {
  begin: ({ redis }) => redis.stop(),
  end: ({ redis }) => redis.start(),
};
const NO_POSTGRES: Trouble = {
  begin: ({ postgres }) => postgres.stop(),
  end: ({ postgres }) => postgres.start(),
};
/** Redis is told one thing, and then another. */
const tellRedis = (begin: string, end: string): Trouble => ({
  begin: (stage) => sendToRedis(stage, begin),
  end: (stage) => sendToRedis(stage, end),
});

const tellPostgres = ({ postgres, database }: Stage, sql: string) => postgres.run(database, sql);

async function setReadOnly(stage: Stage, value: 'on' | 'off'): Promise<void> {
  await tellPostgres(stage, `alter system set default_transaction_read_only = ${value}`);
  await tellPostgres(stage, 'select pg_reload_conf()');
}

const FAULTS: Record<string, (stage: Stage) => Promise<unknown>> = {
  none: during(10, NOTHING),
  'SIGKILL of a node': during(5, {
    begin: ({ nodes: [node] }) => node.kill(),
    end: ({ nodes: [node] }) => node.start(),
  }),
  'drain of three nodes, one after the other': async ({ nodes, people }) => {
    for (const node of nodes) {
      await node.stop();
      people.changeOnlookers();
      await node.start();
    }
  },
  [`${RANDOM_KILLS} random kills of nodes and Redis`]: async ({ nodes, redis }) => {
    const random = makeRandom(String(takeSeed()));
    for (let kills = 0; kills < RANDOM_KILLS; kills += 1) {
      const victim = random.pick([...nodes, redis]);
      await victim.kill();
      await sleep(random.between(500, 1_500));
      await victim.start();
      await sleep(random.between(0, 2_000));
    }
  },
  'Redis away 10 s': during(10, NO_REDIS),
  'Redis away 60 s': during(60, NO_REDIS),
  'Redis hangs': during(10, {
    begin: ({ redis }) => redis.pause(),
    end: ({ redis }) => redis.resume(),
  }),
  'Redis flushed': during(2, { ...NOTHING, begin: (stage) => sendToRedis(stage, 'FLUSHALL') }),
  'Redis out of memory': during(10, tellRedis('CONFIG SET maxmemory 1', 'CONFIG SET maxmemory 0')),
  'Redis a read-only replica': during(10, tellRedis('REPLICAOF 127.0.0.1 1', 'REPLICAOF NO ONE')),
  'one node cut from Redis (closed)': during(10, {
    begin: ({ redisGate }) => redisGate.shut(),
    end: ({ redisGate }) => redisGate.open(),
  }),
  'one node cut from Redis (silent)': during(10, {
    begin: ({ redisGate }) => redisGate.hold(),
    end: ({ redisGate }) => redisGate.open(),
  }),
  'PostgreSQL stopped 10 s': during(10, NO_POSTGRES),
  'PostgreSQL stopped 60 s': during(60, NO_POSTGRES),
  'PostgreSQL stopped at once': during(5, {
    begin: ({ postgres }) => postgres.kill(),
    end: ({ postgres }) => postgres.start(),
  }),
  'PostgreSQL silent': during(15, {
    begin: ({ postgresGate }) => postgresGate.hold(),
    end: ({ postgresGate }) => postgresGate.open(),
  }),
  'PostgreSQL read-only': during(10, {
    begin: (stage) => setReadOnly(stage, 'on'),
    end: (stage) => setReadOnly(stage, 'off'),
  }),
  'all backends of PostgreSQL terminated': during(2, {
    ...NOTHING,
    begin: (stage) =>
      tellPostgres(
        stage,
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
      ),
  }),
  'table locked 25 s': async ({ postgres, database, people }) => {
    const release = await postgres.hold(database, 'lock table messages in access exclusive mode');
    people.changeOnlookers();
    await seconds(25);
    await release();
  },
  'PostgreSQL and Redis both down': during(10, {
    begin: ({ postgres, redis }) => Promise.all([postgres.stop(), redis.stop()]),
    end: ({ postgres, redis }) => Promise.all([postgres.start(), redis.start()]),
  }),
  'Redis killed, and a node restarted while it was away': async (stage) => {
    const { redis, nodes } = stage;
    await redis.kill();
    await seconds(3);
    await nodes[0].kill();
    stage.people.changeOnlookers();
    await nodes[0].start();
    await seconds(5);
    await redis.start();
  },
};

describeWithEngines(['PostgreSQL', 'Redis'], 'Nothing is lost, doubled or out of order by', () => {
  const rows: string[] = [];
  afterAll(() => {
    console.log(
      [
        '| fault | acknowledged | lost / doubled / out of order | not in the window | longest wait ms | presence right after, s | health told |',
        '|---|---|---|---|---|---|---|',
        ...rows,
      ].join('\n'),
    );
  });

  test.for(Object.entries(FAULTS))('%s', async ([name, play]) => {
    const stage = await setStage();
    const health = watchHealth(stage.nodes);
    await sleep(CALM_MS);
    await play(stage);
    const rightAfterMs = await stage.people.watchPresence();
    const outcome = await stage.people.finish();
    const { acknowledged, lost, doubled, outOfOrder, notInWindow, longestMs } = outcome;
    const told = health.end();
    const right = rightAfterMs === undefined ? 'never' : (rightAfterMs / 1000).toFixed(1);
    rows.push(
      `| ${name} | ${acknowledged} | ${lost} / ${doubled} / ${outOfOrder} | ${notInWindow} | ${Math.round(longestMs)} | ${right} | ${told.join(', ')} |`,
    );
    console.log(rows.at(-1));
    expect(outcome).toMatchObject({
      refused: 0,
      lost: 0,
      doubled: 0,
      outOfOrder: 0,
      notInWindow: 0,
    });
    expect(rightAfterMs, 'presence is right').toBeDefined();
    for (const node of stage.nodes) expect(node.readOutput()).not.toMatch(/Warning:/);
  });
});

async function setStage(): Promise<Stage> {
  const keep = <Part>(part: Part, end: (part: Part) => unknown): Part => {
    onTestFinished(async () => void (await end(part)));
    return part;
  };
  const postgres = keep(await startOwnPostgres(), (part) => part.dispose());
  const redis = keep(await startRedis(), (part) => part.dispose());
  const database = await postgres.createDatabase();
  const postgresGate = keep(await startGate(database), (part) => part.close());
  const redisGate = keep(await startGate(redis.url), (part) => part.close());
  const start = async (redisUrl: string) =>
    keep(
      await startServerProcess({
        DATABASE_URL: postgresGate.url,
        REDIS_URL: redisUrl,
        DRAIN_SECONDS: '5',
        LOG_LEVEL: 'warn',
      }),
      (part) => part.dispose(),
    );
  const nodes: Stage['nodes'] = [
    await start(redis.url),
    await start(redis.url),
    await start(redisGate.url),
  ];
  const front = keep(await startRoundRobin(nodes), (part) => part.close());
  const people = keep(await gatherPeople(front.url), (part) => part.close());
  return { nodes, postgres, database, postgresGate, redis, redisGate, people };
}

/** Which answers of `/healthz` the nodes gave, and whether one was not ready. */
function watchHealth(nodes: readonly ServerProcess[]) {
  const told = new Set<string>();
  const timer = setInterval(() => {
    for (const { url } of nodes) void look(url);
  }, LOOK_MS);
  onTestFinished(() => clearInterval(timer));

  async function look(url: string): Promise<void> {
    const signal = AbortSignal.timeout(10_000);
    const [health, ready] = await Promise.all(
      ['healthz', 'readyz'].map((path) =>
        fetch(`${url}/${path}`, { signal }).catch(() => undefined),
      ),
    );
    const body: { status?: string; missing?: string[] } =
      (await health?.json().catch(() => ({}))) ?? {};
    if (body.status) told.add([body.status, ...(body.missing ?? [])].join(' '));
    if (ready?.status === 503) told.add('not ready');
  }

  return {
    end(): string[] {
      clearInterval(timer);
      return [...told].toSorted();
    },
  };
}
