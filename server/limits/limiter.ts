/**
 * Token buckets: each key has a bucket of `units` that is refilled within `perMs`. Work is charged by its cost. A cost
 * that is known only afterwards may leave a debt, and the next call waits until it is paid.
 */
import type { RedisLink } from '../redis/link.ts';

interface Budget {
  units: number;
  perMs: number;
}

export interface Limiter {
  /** Takes `cost` if a unit is left. Returns 0, or the ms until a unit is left; then nothing is taken. */
  spend(key: string, cost: number): number | Promise<number>;
  /** Takes the cost of finished work, whatever is left. Returns the ms until a unit is left. */
  charge(key: string, cost: number): number | Promise<number>;
}

export interface MemoryLimiter extends Limiter {
  spend(key: string, cost: number): number;
  charge(key: string, cost: number): number;
}

export const NO_LIMIT: MemoryLimiter = { spend: () => 0, charge: () => 0 };

/** Above it, the key charged longest ago is dropped: its bucket is the fullest. */
const MAX_KEYS = 50_000;

/** The longest refill time of a bucket, so that a debt lasts at most `perMs`. */
const readMostMissing = ({ perMs }: Budget): number => 2 * perMs;

/** Converts the ms until a bucket is full to the ms until one unit is left. Less than 1 counts as 0. */
function readWait(missingMs: number, { units, perMs }: Budget): number {
  const wait = missingMs + perMs / units - perMs;
  return wait < 1 ? 0 : wait;
}

/** `now` is a clock that is never set back. */
export function createMemoryLimiter(
  budget: Budget,
  now: () => number = () => performance.now(),
): MemoryLimiter {
  const unitMs = budget.perMs / budget.units;
  const mostMissing = readMostMissing(budget);
  /** When each bucket is full; the one charged longest ago is first. */
  const fullAt = new Map<string, number>();

  const readMissing = (key: string) => Math.max(0, (fullAt.get(key) ?? 0) - now());

  function charge(key: string, cost: number): number {
    const missing = Math.min(readMissing(key) + cost * unitMs, mostMissing);
    fullAt.delete(key);
    fullAt.set(key, now() + missing);
    const [oldest] = fullAt.size > MAX_KEYS ? fullAt.keys() : [];
    if (oldest !== undefined) fullAt.delete(oldest);
    return readWait(missing, budget);
  }

  return {
    charge,
    spend(key, cost) {
      const wait = readWait(readMissing(key), budget);
      if (wait === 0 && cost > 0) charge(key, cost);
      return wait;
    },
  };
}

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

/**
 * A limiter shared by all nodes. Redis holds one key per bucket, which expires when the bucket is full: its remaining
 * time is the whole state. If Redis does not answer, each node counts for itself.
 */
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
