/** How often one address or one person may call in a minute; generous, against floods only. */
import { setTimeout as sleep } from 'node:timers/promises';
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

/** Refusals in a minute that are answered at once; a client that goes on in spite of them is no honest one. */
const QUICK_REFUSALS = 100;

/** The others wait, and with them their connection, so that a flood of calls costs next to nothing. */
const SLOW_REFUSAL_MS = 1_000;

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
    ban: QUICK_REFUSALS,
    ...(redis && { store: createRateStore(redis, MINUTE_MS) }),
  });

  /** Keys of different limits may stand in one store. */
  function limit(name: string, max: number, readKey: (request: FastifyRequest) => string) {
    const count = app.createRateLimit({
      max,
      keyGenerator: (request) => `${name} ${readKey(request)}`,
    });
    async function refuseTooMany(request: FastifyRequest): Promise<void> {
      const found = await count(request);
      if (found.isAllowed || !found.isExceeded) return;
      if (found.isBanned) await sleep(SLOW_REFUSAL_MS);
      const retryAfter = found.ttlInSeconds;
      const message = `That was too often. Try again in ${retryAfter} s.`;
      throw new DomainError('tooMany', message, { retryAfter });
    }
    return [refuseTooMany];
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
