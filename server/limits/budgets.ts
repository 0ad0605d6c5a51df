/** How much work one account and one network may request per minute, and how much text an account may send in a day. */
import type { RedisLink } from '../redis/link.ts';
import {
  createMemoryLimiter,
  createRedisLimiter,
  type Limiter,
  type MemoryLimiter,
  NO_LIMIT,
} from './limiter.ts';

export interface Budgets {
  /** All calls of an account, by cost. A unit is about a third of a ms of the event loop. */
  calls: Limiter;
  /** Ms until a unit of `calls` is regained; 0 if nothing is limited. */
  callMs: number;
  sends: Limiter;
  /** Bytes of texts sent by an account, per node: they fill the disk. */
  textBytes: MemoryLimiter;
  signIns: Limiter;
  /** Requests without an account. Per node, so that it can refuse clients without asking Redis. */
  network: MemoryLimiter;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Many people may share one network, and each visit loads files and pictures. */
const ACCOUNTS_PER_NETWORK = 10;

export function createBudgets(
  rates: {
    RATE_LIMITS: boolean;
    CALLS_PER_MINUTE: number;
    SENDS_PER_MINUTE: number;
    SIGN_INS_PER_MINUTE: number;
    /** 0 means no limit. */
    TEXT_BYTES_PER_DAY: number;
  },
  redis: RedisLink | undefined,
  now?: () => number,
): Budgets {
  function open(name: string, units: number): Limiter {
    if (!rates.RATE_LIMITS) return NO_LIMIT;
    const budget = { units, perMs: MINUTE_MS };
    return redis
      ? createRedisLimiter(redis, { name, ...budget }, now)
      : createMemoryLimiter(budget, now);
  }
  return {
    callMs: rates.RATE_LIMITS ? MINUTE_MS / rates.CALLS_PER_MINUTE : 0,
    calls: open('calls', rates.CALLS_PER_MINUTE),
    sends: open('sends', rates.SENDS_PER_MINUTE),
    textBytes:
      rates.TEXT_BYTES_PER_DAY > 0
        ? createMemoryLimiter({ units: rates.TEXT_BYTES_PER_DAY, perMs: DAY_MS }, now)
        : NO_LIMIT,
    signIns: open('sign-ins', rates.SIGN_INS_PER_MINUTE),
    network: rates.RATE_LIMITS
      ? createMemoryLimiter(
          { units: ACCOUNTS_PER_NETWORK * rates.CALLS_PER_MINUTE, perMs: MINUTE_MS },
          now,
        )
      : NO_LIMIT,
  };
}
