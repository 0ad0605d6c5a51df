/** How often one address or one person may call in a minute; generous, against floods only. */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Config } from '../config.ts';
import { DomainError } from '../domain/errors.ts';
import { toNetwork } from '../domain/network.ts';
import { createRateStore } from '../limits/rate-store.ts';
import type { RedisLink } from '../redis/link.ts';
import { readSession } from './authenticate.ts';

/** Hooks for routes: each stands behind what its key needs, and before the body is read. */
export interface RateLimitHooks {
  signIns: onRequestAsyncHookHandler[];
  sends: onRequestAsyncHookHandler[];
  searches: onRequestAsyncHookHandler[];
  calls: onRequestAsyncHookHandler[];
}

const MINUTE_MS = 60_000;

/** Each may read ten thousand messages, which is as much as a hundred other calls. */
const SEARCHES_PER_MINUTE = 240;

/** With rate limits off the hooks are none. */
export async function limitRates(
  app: FastifyInstance,
  config: Config,
  redis: RedisLink | undefined,
): Promise<RateLimitHooks> {
  if (!config.RATE_LIMITS) return { signIns: [], sends: [], searches: [], calls: [] };
  await app.register(rateLimit, {
    global: false,
    timeWindow: MINUTE_MS,
    ...(redis && { store: createRateStore(redis, MINUTE_MS) }),
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.ceil(ttl / 1000);
      return new DomainError('tooMany', `That was too often. Try again in ${seconds} s.`);
    },
  });

  /** Keys of different limits may stand in one store. */
  function limit(name: string, max: number, readKey: (request: FastifyRequest) => string) {
    return [app.rateLimit({ max, keyGenerator: (request) => `${name} ${readKey(request)}` })];
  }
  const byAddress = (request: FastifyRequest) => toNetwork(request.ip);
  const byPerson = (request: FastifyRequest) => readSession(request).userId;
  return {
    signIns: limit('sign-ins', config.SIGN_INS_PER_MINUTE, byAddress),
    sends: limit('sends', config.SENDS_PER_MINUTE, byPerson),
    searches: limit('searches', SEARCHES_PER_MINUTE, byPerson),
    calls: limit('calls', config.CALLS_PER_MINUTE, byPerson),
  };
}
