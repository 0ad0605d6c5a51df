/** Feature `search`: finds places in a conversation, by words or by time. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '../../src/protocol/http.ts';
import type { Search } from '../domain/search.ts';
import { toIso } from '../presenter.ts';
import { readSession } from './authenticate.ts';
import { sendJson, separate } from './json-parts.ts';
import { signalClose } from './rate-limits.ts';
import type { RouteContext, WithUserId } from './route-context.ts';
import { firstQuerySchema, parse, searchQuerySchema } from './schemas.ts';

export function addSearchRoutes(
  app: FastifyInstance,
  search: Search,
  { authenticate, limits, reserveAnswer }: RouteContext,
): void {
  const toCaller = (request: FastifyRequest, reply: FastifyReply) => ({
    signal: signalClose(reply),
    pay: (ms: number) => limits.payForWork(request, ms),
  });

  app.get<WithUserId>(
    paths.search,
    { onRequest: [authenticate, ...limits.searches], preHandler: reserveAnswer },
    async (request, reply) => {
      const { userId } = readSession(request);
      const query = parse(searchQuerySchema, request.query);
      const caller = toCaller(request, reply);
      const { parts, reached } = await search.findText(
        userId,
        request.params.userId,
        query,
        caller,
      );
      const place = reached && { messageId: reached._id, createdAt: toIso(reached.createdAt) };
      const end = place ? `],"reached":${JSON.stringify(place)}}` : ']}';
      return sendJson(reply, '{"success":true,"messages":[', ...separate(parts), end);
    },
  );

  app.get<WithUserId>(
    paths.first,
    { onRequest: [authenticate, ...limits.reads] },
    async (request, reply) => {
      const { userId } = readSession(request);
      const { since } = parse(firstQuerySchema, request.query);
      const caller = toCaller(request, reply);
      const first = await search.findFirst(userId, request.params.userId, since, caller);
      return first
        ? sendJson(reply, '{"success":true,"first":', first, '}')
        : sendJson(reply, '{"success":true}');
    },
  );
}
