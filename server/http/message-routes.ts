/** Calls under /messages (spec section 7). */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { IDEMPOTENCY_HEADER, type MarkResponse, paths } from '../../src/protocol/http.ts';
import type { Conversations } from '../domain/conversations.ts';
import { toIso } from '../presenter.ts';
import { readSession } from './authenticate.ts';
import { sendJson, sendJsonStream } from './json-parts.ts';
import { signalClose } from './rate-limits.ts';
import type { RouteContext, WithUserId } from './route-context.ts';
import {
  behindSchema,
  changesQuerySchema,
  conversationQuerySchema,
  idempotencyKeySchema,
  parse,
  picturesQuerySchema,
  sendSchema,
} from './schemas.ts';
import { writeWholeConversation } from './whole-conversation.ts';

/** Most bytes of what a client knows: `MAX_KNOWN` conversations of a hundred bytes each, and a reserve. */
const BEHIND_BYTES = 64 * 1024;

export function addMessageRoutes(
  app: FastifyInstance,
  conversations: Conversations,
  {
    presenter,
    authenticate,
    checkSession,
    limits,
    pictureBodyBytes,
    reserveBody,
    reserveAnswer,
  }: RouteContext,
): void {
  const signedInOnly = [authenticate, ...limits.calls];

  app.get<WithUserId>(
    paths.conversation,
    { onRequest: [authenticate, ...limits.reads], preHandler: reserveAnswer },
    async (request, reply): Promise<FastifyReply> => {
      const { userId } = readSession(request);
      const { userId: peerId } = request.params;
      const changes = parse(changesQuerySchema, request.query);
      if (changes) {
        const { json } = await conversations.readChanges(
          userId,
          peerId,
          changes,
          signalClose(reply),
        );
        return sendJson(reply, '{"success":true,', json, '}');
      }
      const query = parse(conversationQuerySchema, request.query);
      const signal = signalClose(reply);
      const page = await conversations.read(userId, peerId, query, signal);
      const { json, hasMore, known, lastSeenAt } = page;
      if (query.isWhole && hasMore) {
        const { limit } = query.page;
        const pages = conversations.readOn(userId, peerId, { first: page, limit }, signal);
        return sendJsonStream(
          reply,
          writeWholeConversation(pages, {
            check: () => checkSession(request),
            pay: (bytes) => limits.payForPart(request, bytes, signal),
          }),
        );
      }
      const seenAt = lastSeenAt === undefined ? '' : `,"lastSeenAt":"${toIso(lastSeenAt)}"`;
      const start = `],"hasMore":${hasMore}${seenAt}`;
      const rest = known ? [`${start},`, known, '}'] : [`${start}}`];
      return sendJson(reply, '{"success":true,"messages":[', json, ...rest);
    },
  );

  app.get<WithUserId>(
    paths.pictures,
    { onRequest: [authenticate, ...limits.reads], preHandler: reserveAnswer },
    async (request, reply): Promise<FastifyReply> => {
      const { json, hasMore, count } = await conversations.readPictures(
        readSession(request).userId,
        request.params.userId,
        parse(picturesQuerySchema, request.query),
        { signal: signalClose(reply), pay: (ms) => limits.payForWork(request, ms) },
      );
      const counted = count === undefined ? '' : `,"count":${count}`;
      return sendJson(
        reply,
        '{"success":true,"messages":[',
        json,
        `],"hasMore":${hasMore}${counted}}`,
      );
    },
  );

  app.post(
    paths.behind,
    {
      onRequest: [authenticate, ...limits.reads],
      preHandler: reserveAnswer,
      bodyLimit: BEHIND_BYTES,
    },
    async (request, reply): Promise<FastifyReply> => {
      const known = parse(behindSchema, request.body);
      const json = await conversations.readBehind(
        { readerId: readSession(request).userId, ...known },
        { signal: signalClose(reply), pay: (ms) => limits.payForWork(request, ms) },
      );
      return sendJson(reply, '{"success":true,', json, '}');
    },
  );

  app.post<WithUserId>(
    paths.send,
    {
      onRequest: [authenticate, ...limits.sends, reserveBody],
      bodyLimit: pictureBodyBytes,
    },
    async (request, reply): Promise<FastifyReply> => {
      const { userId } = readSession(request);
      const key = parse(idempotencyKeySchema, request.headers[IDEMPOTENCY_HEADER]);
      const content = parse(sendSchema, request.body);
      const message = await conversations.send(userId, request.params.userId, content, key);
      return sendJson(reply, `{"success":true,"newMessage":${presenter.writeMessage(message)}}`);
    },
  );

  app.put<{ Params: { messageId: string } }>(
    paths.mark,
    { onRequest: signedInOnly },
    async (request): Promise<MarkResponse> => {
      await conversations.markSeen(readSession(request).userId, request.params.messageId);
      return { success: true };
    },
  );
}
