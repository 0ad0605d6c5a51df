/**
 * What the log contains about calls: one line per refused or failed call, with the route's pattern instead of the
 * address, the person's id and the client's network address. A slow call is a warning; successful calls are logged only
 * at level `debug`. Tokens, emails, passwords and messages are never logged.
 */
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { UserId } from '../../src/protocol/entities.ts';
import { DomainError } from '../domain/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the whole request had arrived, by a clock that is never set back. */
    arrivedAt?: number;
  }
}

/** Levels at which successful calls are logged. */
const DETAILED = new Set(['debug', 'trace']);

/** From the whole request to the answer, without the client's time for sending and reading. */
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
    // `describeCall` collects the route from all its options: not done for a line that is not written.
    if (reply.statusCode < 400 && !isDetailed) return;
    const facts = {
      ...describeCall(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(error && { err: error }),
    };
    // A line for each would let a flood of calls fill the disk.
    if (reply.statusCode === 429) {
      const remedy = 'clients are asked to wait; the limits are settings, see the README';
      request.log.warn({ ...facts, remedy }, 'calls refused as too many');
    } else if (reply.statusCode >= 500) {
      // While the disk is full, every send fails.
      const remedy = 'see the line `request failed` of the same reqId, if there is one';
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

/**
 * Logs security events of accounts: one line per outcome, with the person's id if known and the client's network
 * address, but never an email, password, token or text.
 */

export type SecurityEvent =
  | 'sign-up'
  | 'log-in'
  | 'log-out'
  | 'password change'
  | 'password reset'
  | 'email change'
  | 'invitation'
  | 'invitation end'
  | 'session end'
  | 'account deletion';

/** Runs `act` and logs the outcome: `done`, or the code of the refusal (`domain/errors.ts`). */
export async function logOutcome<Result>(
  request: FastifyRequest,
  event: SecurityEvent,
  act: () => Promise<Result>,
  readUserId: (result: Result) => UserId | undefined = () => undefined,
): Promise<Result> {
  const log = (outcome: string, userId = request.session?.userId) =>
    request.log.info(
      { event, outcome, address: request.address, ...(userId !== undefined && { userId }) },
      'security event',
    );
  try {
    const result = await act();
    log('done', readUserId(result));
    return result;
  } catch (error) {
    log(error instanceof DomainError ? error.code : 'failed');
    throw error;
  }
}
