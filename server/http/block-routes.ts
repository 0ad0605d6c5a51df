/** Feature `block`: block a person, and unblock. */
import type { FastifyInstance } from 'fastify';
import { type BlockResponse, paths } from '../../src/protocol/http.ts';
import type { Blocking } from '../domain/blocking.ts';
import { readSession } from './authenticate.ts';
import type { RouteContext, WithUserId } from './route-context.ts';

/** Events are sent to all windows of both people. */
const BLOCK_COST = 5;

export function addBlockRoutes(
  app: FastifyInstance,
  blocking: Pick<Blocking, 'setBlocked'>,
  { authenticate, limits }: RouteContext,
): void {
  for (const { path, isBlocked } of [
    { path: paths.block, isBlocked: true },
    { path: paths.unblock, isBlocked: false },
  ]) {
    app.put<WithUserId>(
      path,
      { onRequest: [authenticate, ...limits.callsOf(BLOCK_COST)] },
      async (request): Promise<BlockResponse> => {
        const { userId: blockerId } = readSession(request);
        const { userId: blockedId } = request.params;
        await blocking.setBlocked({ blockerId, blockedId, isBlocked });
        return { success: true };
      },
    );
  }
}
