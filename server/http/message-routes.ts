/** Calls under /messages (spec section 7). */
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  type ConversationResponse,
  IDEMPOTENCY_HEADER,
  type MarkResponse,
  paths,
} from '../../src/protocol/http.ts';
import type { Conversations } from '../domain/conversations.ts';
import { toIso } from '../presenter.ts';
import { readSession } from './authenticate.ts';
import { signalClose } from './rate-limits.ts';
import type { RouteContext, WithUserId } from './route-context.ts';
import { conversationQuerySchema, idempotencyKeySchema, parse, sendSchema } from './schemas.ts';
import { writeWholeConversation } from './whole-conversation.ts';

/** Of answers that are written here, so that Fastify does not write them. */
const JSON_TYPE = 'application/json; charset=utf-8';

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
  const { presentMessage, writeMessage } = presenter;
  const signedInOnly = [authenticate, ...limits.calls];

  app.get<WithUserId>(
    paths.conversation,
    { onRequest: [authenticate, ...limits.reads], preHandler: reserveAnswer },
    async (request, reply): Promise<ConversationResponse | FastifyReply> => {
      const { userId } = readSession(request);
      const { userId: peerId } = request.params;
      const query = parse(conversationQuerySchema, request.query);
      const page = await conversations.read(userId, peerId, query);
      const { messages, hasMore, lastSeenAt } = page;
      if (query.isWhole && hasMore) {
        const pages = conversations.readOn(userId, peerId, page);
        reply.type(JSON_TYPE);
        const signal = signalClose(reply);
        return reply.send(
          writeWholeConversation(pages, presentMessage, {
            check: () => checkSession(request),
            pay: (part) => limits.payForPart(request, part, signal),
          }),
        );
      }
      return {
        success: true,
        messages: messages.map(presentMessage),
        hasMore,
        ...(lastSeenAt !== undefined && { lastSeenAt: toIso(lastSeenAt) }),
      };
    },
  );

  app.post<WithUserId>(
    paths.send,
    {
      onRequest: [authenticate, ...limits.sends, reserveBody],
      bodyLimit: pictureBodyBytes,
    },
    async (request, reply): Promise<string> => {
      const { userId } = readSession(request);
      const key = parse(idempotencyKeySchema, request.headers[IDEMPOTENCY_HEADER]);
      const content = parse(sendSchema, request.body);
      const message = await conversations.send(userId, request.params.userId, content, key);
      reply.type(JSON_TYPE);
      return `{"success":true,"newMessage":${writeMessage(message)}}`;
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
