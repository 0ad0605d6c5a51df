/** Features `save` and `clear`: what people mark for themselves, and what they have marked. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ActResponse, IDEMPOTENCY_HEADER, paths } from '../../src/protocol/http.ts';
import type { Marks } from '../domain/marks.ts';
import type { Marking } from '../domain/ports/marks.ts';
import type { Reader } from '../domain/ports/reader.ts';
import { readSession } from './authenticate.ts';
import { sendJson } from './json-parts.ts';
import { signalClose } from './rate-limits.ts';
import type { RouteContext, WithUserId } from './route-context.ts';
import {
  clearSchema,
  idempotencyKeySchema,
  marksQuerySchema,
  parse,
  savedQuerySchema,
  saveSchema,
} from './schemas.ts';

export function addMarkRoutes(
  app: FastifyInstance,
  marks: Marks,
  reader: Pick<Reader, 'readMarks' | 'readSaved'>,
  { authenticate, limits, reserveAnswer }: RouteContext,
): void {
  const writes = { onRequest: [authenticate, ...limits.calls] };
  const reads = { onRequest: [authenticate, ...limits.reads], preHandler: reserveAnswer };
  const mark = (request: FastifyRequest, messageId: string, marking: Marking) =>
    answerMark(marks, request, messageId, marking);

  app.put<{ Params: { messageId: string } }>(paths.save, writes, (request) =>
    mark(request, request.params.messageId, { kind: 'save', ...parse(saveSchema, request.body) }),
  );

  app.put<WithUserId>(paths.clear, writes, (request) =>
    mark(request, parse(clearSchema, request.body).upTo, {
      kind: 'clear',
      peerId: request.params.userId,
    }),
  );

  app.get(paths.marks, reads, async (request, reply): Promise<FastifyReply> => {
    const { userId: readerId } = readSession(request);
    const asked = { readerId, ...parse(marksQuerySchema, request.query) };
    const { json } = await reader.readMarks(asked, signalClose(reply));
    return sendJson(reply, '{"success":true,', json, '}');
  });

  app.get(paths.saved, reads, async (request, reply): Promise<FastifyReply> => {
    const { userId: readerId } = readSession(request);
    const asked = { readerId, ...parse(savedQuerySchema, request.query) };
    const { json } = await reader.readSaved(asked, signalClose(reply));
    return sendJson(reply, '{"success":true,', json, '}');
  });
}

export async function answerMark(
  marks: Marks,
  request: FastifyRequest,
  messageId: string,
  marking: Marking,
): Promise<ActResponse> {
  const key = parse(idempotencyKeySchema, request.headers[IDEMPOTENCY_HEADER]);
  const { userId } = readSession(request);
  return { success: true, marked: await marks.mark(userId, messageId, marking, key) };
}
