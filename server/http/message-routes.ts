/** Calls under /messages (spec section 7). */
import type { FastifyInstance } from 'fastify';
import {
  type ConversationResponse,
  IDEMPOTENCY_HEADER,
  type MarkResponse,
  type SendResponse,
  type UsersResponse,
} from '../../src/protocol/http.ts';
import type { Conversations } from '../domain/conversations.ts';
import { DomainError } from '../domain/errors.ts';
import { readSession } from './authenticate.ts';
import type { RouteContext } from './route-context.ts';
import { conversationQuerySchema, ID, idempotencyKeySchema, parse, sendSchema } from './schemas.ts';

interface WithUserId {
  Params: { userId: string };
}

export function addMessageRoutes(
  app: FastifyInstance,
  conversations: Conversations,
  { presenter, authenticate, limits, pictureBodyBytes }: RouteContext,
): void {
  const { presentListedUser, presentMessage } = presenter;
  const signedInOnly = [authenticate, ...limits.calls];

  app.get(
    '/messages/users',
    { onRequest: signedInOnly },
    async (request): Promise<UsersResponse> => {
      const { users, unseen } = await conversations.listPeople(readSession(request).userId);
      return { success: true, users: users.map(presentListedUser), unseenMessages: unseen };
    },
  );

  app.get<WithUserId>(
    '/messages/:userId',
    { onRequest: signedInOnly },
    async (request): Promise<ConversationResponse> => {
      const { userId } = readSession(request);
      const peerId = requireId(request.params.userId, 'This person does not exist.');
      const query = parse(conversationQuerySchema, request.query);
      const { messages, hasMore } = await conversations.read(userId, peerId, query);
      return { success: true, messages: messages.map(presentMessage), hasMore };
    },
  );

  app.post<WithUserId>(
    '/messages/send/:userId',
    { onRequest: [authenticate, ...limits.sends], bodyLimit: pictureBodyBytes },
    async (request): Promise<SendResponse> => {
      const { userId } = readSession(request);
      const receiverId = requireId(request.params.userId, 'This person does not exist.');
      const key = parse(idempotencyKeySchema, request.headers[IDEMPOTENCY_HEADER]);
      const content = parse(sendSchema, request.body);
      const message = await conversations.send(userId, receiverId, content, key);
      return { success: true, newMessage: presentMessage(message) };
    },
  );

  app.put<{ Params: { messageId: string } }>(
    '/messages/mark/:messageId',
    { onRequest: signedInOnly },
    async (request): Promise<MarkResponse> => {
      const messageId = requireId(request.params.messageId, 'This message does not exist.');
      await conversations.markSeen(readSession(request).userId, messageId);
      return { success: true };
    },
  );
}

function requireId(id: string, message: string): string {
  if (ID.test(id)) return id;
  throw new DomainError('notFound', message);
}
