/**
 * Where attempts are counted: in the store, or, where there are several nodes, in Redis and, while that is away,
 * in the store that all of them share.
 */
import {
  type RateLimiterLike,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible';
import type { MakeAttemptLimiter } from '../domain/attempt-limits.ts';
import type { AttemptStore } from '../domain/ports/attempts.ts';
import type { Clock } from '../domain/ports/clock.ts';
import type { RedisLink } from '../redis/link.ts';
import { REDIS_LIMITER, REDIS_PATIENCE_MS } from './redis-limiter.ts';
import { StoredLimiter } from './stored-limiter.ts';

export function createAttemptLimiters(
  store: AttemptStore,
  clock: Clock,
  redis: RedisLink | undefined,
): MakeAttemptLimiter {
  function open(max: number, windowMs: number): RateLimiterLike {
    const stored = new StoredLimiter({ max, windowMs, store, clock });
    if (!redis) return stored;
    const limiter = new RateLimiterRedis({
      ...REDIS_LIMITER,
      storeClient: redis.commands,
      keyPrefix: 'duet:attempts',
      points: max,
      duration: windowMs / 1000,
    });
    return new RLWrapperTimeouts({
      limiter,
      timeoutMs: REDIS_PATIENCE_MS,
      insuranceLimiter: stored,
    });
  }

  return ({ max, windowMs }) => {
    const limiter = open(max, windowMs);
    return {
      async spend(key) {
        try {
          await limiter.consume(key);
          return 0;
        } catch (refusal) {
          if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext);
          throw refusal;
        }
      },
      async giveBack(key) {
        await limiter.reward(key);
      },
    };
  };
}
