/** One account is charged for what it does on every node. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRedisLimiter } from '../../server/limits/limiter.ts';
import { openRedisLink, type RedisLink } from '../../server/redis/link.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';

describeWithEngines(['Redis'], 'Limits that nodes share', () => {
  let redis: RedisServer;
  let links: RedisLink[];
  beforeAll(async () => {
    redis = await startRedis();
    links = [await openRedisLink(redis.url), await openRedisLink(redis.url)];
  });
  afterAll(async () => {
    for (const link of links) link.close();
    await redis.dispose();
  });

  const openBoth = (name: string, units: number) => {
    const [first, second] = links.map((link) =>
      createRedisLimiter(link, { name, units, perMs: 600_000 }),
    );
    if (!first || !second) throw new Error('Two nodes are needed.');
    return { first, second };
  };

  test('keep a debt, which is never longer than the time in which all comes back', async () => {
    const { first, second } = openBoth('pages', 10);
    expect(await first.charge('Ada', 1_000)).toBe(660_000);
    const wait = await second.spend('Ada', 1);
    expect(wait).toBeGreaterThan(600_000);
    expect(wait).toBeLessThanOrEqual(660_000);
  });

  test.each([
    ['is away', () => redis.stop(), () => redis.start()],
    ['hangs', async () => redis.pause(), async () => redis.resume()],
  ])('are kept by each node while Redis %s, and shared again after', async (how, end, begin) => {
    const { first, second } = openBoth(`sends ${how}`, 1);
    await end();
    expect([await first.spend('Ada', 1), await second.spend('Ada', 1)]).toEqual([0, 0]);
    expect(await first.spend('Ada', 1)).toBeGreaterThan(0);
    await begin();
    await expect.poll(() => links.every((link) => link.isUp())).toBe(true);
    expect(await first.spend('Grace', 1)).toBe(0);
    expect(await second.spend('Grace', 1)).toBeGreaterThan(0);
    expect(await second.spend('Linus', 1)).toBe(0);
  });
});
