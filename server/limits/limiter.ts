/**
 * Token buckets: each key has a bucket of `units` that is refilled within `perMs`. Work is charged by its cost. A cost
 * that is known only afterwards may leave a debt, and the next call waits until it is paid.
 */

export interface Budget {
  units: number;
  perMs: number;
}

export interface Limiter {
  /** Takes `cost` if a unit is left. Returns 0, or the ms until a unit is left; then nothing is taken. */
  spend(key: string, cost: number): number | Promise<number>;
  /** Takes the cost of finished work, whatever is left. Returns the ms until a unit is left. */
  charge(key: string, cost: number): number | Promise<number>;
}

/** A limiter without waiting. */
export interface MemoryLimiter extends Limiter {
  spend(key: string, cost: number): number;
  charge(key: string, cost: number): number;
}

export const NO_LIMIT: MemoryLimiter = { spend: () => 0, charge: () => 0 };

/** Above it, the key charged longest ago is dropped: its bucket is the fullest. */
const MAX_KEYS = 50_000;

/** The longest refill time of a bucket, so that a debt lasts at most `perMs`. */
export const readMostMissing = ({ perMs }: Budget): number => 2 * perMs;

/** Converts the ms until a bucket is full to the ms until one unit is left. Less than 1 counts as 0. */
export function readWait(missingMs: number, { units, perMs }: Budget): number {
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
