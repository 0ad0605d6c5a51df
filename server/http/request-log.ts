/**
 * One line per answered request: the route's pattern instead of the address, and the person's id at most.
 * Tokens, emails, passwords and messages never get near the log.
 */
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** At which the line is written. */
const LEVELS = new Set(['info', 'debug', 'trace']);

export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    // The route is gathered anew from all its options: not for a line that is not written.
    if (!LEVELS.has(request.log.level)) return;
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unmatched',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.session && { userId: request.session.userId }),
        ...(error && { err: error }),
      },
      'request completed',
    );
  }
}
