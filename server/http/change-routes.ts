/** Feature `changes`: what people do with messages that are there. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ActResponse, IDEMPOTENCY_HEADER, paths } from '../../src/protocol/http.ts';
import { type Changes, OutdatedEdit } from '../domain/changes.ts';
import type { Change } from '../domain/ports/changes.ts';
import { readSession } from './authenticate.ts';
import type { RouteContext } from './route-context.ts';
import { editSchema, idempotencyKeySchema, parse, reactSchema } from './schemas.ts';

/** A call about one message. */
interface WithMessageId {
  Params: { messageId: string };
}

/** The longest text, with every character escaped. */
const TEXT_BODY_BYTES = 64 * 1024;

export function addChangeRoutes(
  app: FastifyInstance,
  changes: Changes,
  { presenter, authenticate, limits, reserveBody }: RouteContext,
): void {
  const options = {
    onRequest: [authenticate, ...limits.sends, reserveBody],
    bodyLimit: TEXT_BODY_BYTES,
  };

  async function change(
    request: FastifyRequest<WithMessageId>,
    reply: FastifyReply,
    asked: Change,
  ): Promise<ActResponse> {
    const key = parse(idempotencyKeySchema, request.headers[IDEMPOTENCY_HEADER]);
    const { userId } = readSession(request);
    try {
      const { own, version } = await changes.change(userId, request.params.messageId, asked, key);
      return {
        success: true,
        changed: presenter.presentChange(own),
        ...(version !== undefined && { version }),
      };
    } catch (error) {
      if (!(error instanceof OutdatedEdit && error.own)) throw error;
      reply.code(409);
      return {
        success: false,
        message: error.message,
        changed: presenter.presentChange(error.own),
      };
    }
  }

  app.put<WithMessageId>(paths.edit, options, (request, reply) =>
    change(request, reply, { kind: 'edit', ...parse(editSchema, request.body) }),
  );

  app.put<WithMessageId>(paths.react, options, (request, reply) =>
    change(request, reply, { kind: 'react', ...parse(reactSchema, request.body) }),
  );

  app.put<WithMessageId>(paths.deleteMessage, options, (request, reply) =>
    change(request, reply, { kind: 'delete' }),
  );
}
