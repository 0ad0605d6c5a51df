/**
 * What the log keeps of calls: one line for each that was refused or failed, with the route's pattern in place of the
 * address, the person's id and the client's network address. A call that the server took long to answer is a warning;
 * those that went well stand there at level `debug` alone. Tokens, emails, passwords and messages never get near the log.
 */
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the whole request was there, by a clock that is never set back. */
    arrivedAt?: number;
  }
}

/** Levels at which calls that went well are written. */
const DETAILED = new Set(['debug', 'trace']);

/** From the whole request to the answer, without the time that the client takes for either. */
const SLOW_MS = 1_000;

export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const isDetailed = DETAILED.has(request.log.level);
    // The route is gathered anew from all its options: not for a line that is not written.
    if (reply.statusCode < 400 && !isDetailed) return;
    const facts = {
      ...describeCall(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(error && { err: error }),
    };
    // One line for each would let a flood of calls fill the disk.
    if (reply.statusCode === 429) {
      const remedy = 'clients are asked to wait; the limits are settings, see the README';
      request.log.warn({ ...facts, remedy }, 'calls refused as too many');
    } else if (reply.statusCode >= 500) {
      // While the disk is full, that is each call.
      const remedy = 'see the line `request failed` of the same reqId';
      request.log.warn({ ...facts, remedy }, 'request completed');
    } else request.log[reply.statusCode < 400 ? 'debug' : 'info'](facts, 'request completed');
  }
}

export function warnOfSlowCalls(app: FastifyInstance, now: () => number): void {
  app.decorateRequest('arrivedAt', undefined);
  app.addHook('preHandler', (request, _reply, done) => {
    request.arrivedAt = now();
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const ms = Math.round(now() - (request.arrivedAt ?? now()));
    if (ms >= SLOW_MS) {
      const remedy = 'see whether the disk, the database or the processor is busy';
      const facts = { ...describeCall(request), status: reply.statusCode, ms, remedy };
      request.log.warn(facts, 'slow call');
    }
    done(null, payload);
  });
}

function describeCall(request: FastifyRequest) {
  return {
    method: request.method,
    route: request.routeOptions.url ?? 'unmatched',
    address: request.address,
    ...(request.session && { userId: request.session.userId }),
  };
}
