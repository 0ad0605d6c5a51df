/**
 * A limiter shared by all nodes. Redis holds one key per bucket, which expires when the bucket is full: its remaining
 * time is the whole state. If Redis does not answer, each node counts for itself.
 */
import type { RedisLink } from '../redis/link.ts';
import {
  type Budget,
  createMemoryLimiter,
  type Limiter,
  readMostMissing,
  readWait,
} from './limiter.ts';

/** After this time without an answer, Redis counts as unavailable. */
const PATIENCE_MS = 500;

/** A larger value than possible means that the clock of Redis was set back. */
const TAKE = `
  local cost, mostToSpend, mostMissing = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local missing = redis.call('PTTL', KEYS[1])
  if missing < 0 or missing > mostMissing then missing = 0 end
  if cost > 0 and missing <= mostToSpend then
    redis.call('SET', KEYS[1], '', 'PX', math.min(missing + cost, mostMissing))
  end
  return missing`;

export function createRedisLimiter(
  { commands }: Pick<RedisLink, 'commands'>,
  { name, ...budget }: Budget & { name: string },
  now?: () => number,
): Limiter {
  const fallback = createMemoryLimiter(budget, now);
  const unitMs = budget.perMs / budget.units;
  const mostMissing = readMostMissing(budget);
  // Redis counts whole ms.
  const toMs = (cost: number) => (cost > 0 ? Math.max(1, Math.floor(cost * unitMs)) : 0);

  /** Returns the ms that were missing before; undefined if Redis did not answer. */
  async function take(key: string, cost: number, most: number): Promise<number | undefined> {
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
    const asked = commands.eval(TAKE, {
      keys: [`duet:limits:${name}:${key}`],
      arguments: [toMs(cost), Math.ceil(most), mostMissing].map(String),
    });
    try {
      const missing = await Promise.race([asked, late]);
      return typeof missing === 'number' ? missing : undefined;
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async spend(key, cost) {
      const missing = await take(key, cost, budget.perMs - unitMs);
      return missing === undefined ? fallback.spend(key, cost) : readWait(missing, budget);
    },
    async charge(key, cost) {
      const missing = await take(key, cost, mostMissing);
      if (missing === undefined) return fallback.charge(key, cost);
      return readWait(Math.min(missing + toMs(cost), mostMissing), budget);
    },
  };
}
