/**
 * Probes for load balancers and service managers. `/livez`: the process answers. `/readyz`: it accepts traffic, until
 * it is asked to end or has failed to store messages for five seconds. `/healthz`: whether messages can be stored (else
 * `failed`, 503) and all parts work (else `degraded`, with a list of what is missing).
 */
import type { FastifyInstance } from 'fastify';

interface Condition {
  check(): Promise<{ status: string; missing: string[] }>;
  isReady(): Promise<boolean>;
  isEnding(): boolean;
}

export function addHealthRoutes(app: FastifyInstance, condition: Condition): void {
  const options = {
    exposeHeadRoute: true,
    logLevel: 'warn',
  } as const;

  app.get('/livez', options, async () => ({ status: 'ok' }));

  app.get('/readyz', options, async (_request, reply) => {
    if (condition.isEnding()) return reply.code(503).send({ status: 'ending' });
    if (await condition.isReady()) return { status: 'ok' };
    return reply.code(503).send({ status: 'failed', missing: ['store'] });
  });

  app.get('/healthz', options, async (_request, reply) => {
    const { status, missing } = await condition.check();
    if (status === 'failed') reply.code(503);
    return missing.length === 0 ? { status } : { status, missing };
  });
}
