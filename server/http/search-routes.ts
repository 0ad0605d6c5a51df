/** Extension `search`: places in a conversation, by words and by a moment. */
import type { FastifyInstance } from 'fastify';
import { type FirstResponse, paths, type SearchResponse } from '../../src/protocol/http.ts';
import type { Search } from '../domain/search.ts';
import { toIso } from '../presenter.ts';
import { readSession } from './authenticate.ts';
import { signalClose } from './rate-limits.ts';
import type { RouteContext, WithUserId } from './route-context.ts';
import { firstQuerySchema, parse, searchQuerySchema } from './schemas.ts';

export function addSearchRoutes(
  app: FastifyInstance,
  search: Search,
  { presenter, authenticate, limits, reserveAnswer }: RouteContext,
): void {
  const { presentMessage } = presenter;
  app.get<WithUserId>(
    paths.search,
    { onRequest: [authenticate, ...limits.searches], preHandler: reserveAnswer },
    async (request, reply): Promise<SearchResponse> => {
      const { userId } = readSession(request);
      const query = parse(searchQuerySchema, request.query);
      const { messages, reached } = await limits.payForTime(request, () =>
        search.findText(userId, request.params.userId, { ...query, signal: signalClose(reply) }),
      );
      return {
        success: true,
        messages: messages.map(presentMessage),
        ...(reached && {
          reached: { messageId: reached._id, createdAt: toIso(reached.createdAt) },
        }),
      };
    },
  );

  app.get<WithUserId>(
    paths.first,
    { onRequest: [authenticate, ...limits.reads] },
    async (request): Promise<FirstResponse> => {
      const { userId } = readSession(request);
      const { since } = parse(firstQuerySchema, request.query);
      const first = await limits.payForTime(request, () =>
        search.findFirst(userId, request.params.userId, since),
      );
      return { success: true, ...(first && { first: presentMessage(first) }) };
    },
  );
}
