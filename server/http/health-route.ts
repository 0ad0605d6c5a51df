/**
 * What load balancers and service managers ask. `/livez`: the process answers. `/readyz`: it takes traffic,
 * which it does until it is asked to end; what all nodes share is no reason against one of them. `/healthz`:
 * whether messages can be kept (else 503), and whether all that belongs to it is there (else `degraded`).
 */
import type { FastifyInstance } from 'fastify';
import type { Store } from '../domain/ports/store.ts';

interface Condition {
  store: Store;
  /** A clock that is never set back. */
  now(): number;
  isEnding(): boolean;
  /** What is away without which the server still does its work. */
  listMissing(): string[];
}

const CHECK_EVERY_MS = 1_000;

export function addHealthRoutes(app: FastifyInstance, condition: Condition): void {
  /** Shared by all who ask within a second: it writes, and anybody may ask. */
  let check: Promise<void> | undefined;
  let checkedAt = 0;
  const checkOnce = () => {
    if (check === undefined || condition.now() - checkedAt >= CHECK_EVERY_MS) {
      checkedAt = Number.POSITIVE_INFINITY;
      check = condition.store.checkHealth().finally(() => {
        checkedAt = condition.now();
      });
    }
    return check;
  };
  const options = {
    exposeHeadRoute: true,
    logLevel: 'warn',
  } as const;

  app.get('/livez', options, async () => ({ status: 'ok' }));

  app.get('/readyz', options, async (_request, reply) => {
    if (condition.isEnding()) return reply.code(503).send({ status: 'ending' });
    return { status: 'ok' };
  });

  app.get('/healthz', options, async (request, reply) => {
    try {
      await checkOnce();
    } catch (error) {
      request.log.error({ err: error }, 'health check failed');
      return reply.code(503).send({ status: 'unavailable' });
    }
    const missing = condition.listMissing();
    return missing.length === 0 ? { status: 'ok' } : { status: 'degraded', missing };
  });
}
