/** Feature `privacy`: what the person hides from everybody. */
import type { FastifyInstance } from 'fastify';
import { type PrivacyResponse, paths } from '../../src/protocol/http.ts';
import type { Privacy } from '../domain/privacy.ts';
import { readSession } from './authenticate.ts';
import type { RouteContext } from './route-context.ts';
import { parse, privacySchema } from './schemas.ts';

/** Sent to everybody, like a changed profile. */
const PRIVACY_COST = 20;

export function addPrivacyRoute(
  app: FastifyInstance,
  privacy: Privacy,
  { presenter, authenticate, limits }: RouteContext,
): void {
  app.put(
    paths.privacy,
    { onRequest: [authenticate, ...limits.callsOf(PRIVACY_COST)] },
    async (request): Promise<PrivacyResponse> => {
      const { hides } = parse(privacySchema, request.body);
      const user = await privacy.setHidden(readSession(request).userId, hides);
      return { success: true, user: presenter.presentOwnUser(user) };
    },
  );
}
