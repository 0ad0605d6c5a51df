/**
 * The counters of `@fastify/rate-limit` in Redis, one for all nodes; while Redis is away each node counts for
 * itself. Keys tell the limits apart, so one store serves them all.
 */
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { RateLimiterMemory, RateLimiterRedis, RLWrapperTimeouts } from 'rate-limiter-flexible';
import type { RedisLink } from '../redis/link.ts';
import { REDIS_LIMITER, REDIS_PATIENCE_MS } from './redis-limiter.ts';

export function createRateStore(
  { commands }: RedisLink,
  windowMs: number,
): FastifyRateLimitStoreCtor {
  // Only counts: what is too much is said by each limit.
  const window = { points: Number.MAX_SAFE_INTEGER, duration: windowMs / 1000 };
  const limiter = new RLWrapperTimeouts({
    limiter: new RateLimiterRedis({
      ...REDIS_LIMITER,
      ...window,
      storeClient: commands,
      keyPrefix: 'duet:rates',
    }),
    timeoutMs: REDIS_PATIENCE_MS,
    insuranceLimiter: new RateLimiterMemory(window),
  });

  return class RateStore implements FastifyRateLimitStore {
    incr(
      key: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
    ): void {
      limiter
        .penalty(key)
        .then(
          ({ consumedPoints, msBeforeNext }) =>
            callback(null, { current: consumedPoints, ttl: msBeforeNext }),
          callback,
        );
    }

    child(): RateStore {
      return this;
    }
  };
}
