/** For service managers and load balancers: 200 while messages can be kept, else 503. */
import type { FastifyInstance } from 'fastify';
import type { Store } from '../domain/ports.ts';

export function addHealthRoute(app: FastifyInstance, store: Store): void {
  app.get('/healthz', { exposeHeadRoute: true, logLevel: 'warn' }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await store.checkHealth();
      return { status: 'ok' };
    } catch (error) {
      request.log.error({ err: error }, 'health check failed');
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
}
