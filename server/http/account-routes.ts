/** Calls about one's own account: features `password`, `sessions`, `endOtherSessions`, `deleteAccount`. */
import type { FastifyInstance } from 'fastify';
import {
  type ChangePasswordResponse,
  type DeleteAccountResponse,
  type EndSessionResponse,
  paths,
  type SessionsResponse,
} from '../../src/protocol/http.ts';
import type { OwnAccount } from '../domain/own-account.ts';
import { toIso } from '../presenter.ts';
import { readSession } from './authenticate.ts';
import type { RouteContext } from './route-context.ts';
import { changePasswordSchema, deleteAccountSchema, endSessionSchema, parse } from './schemas.ts';
import { tellOutcome } from './security-events.ts';

/** Each password hash keeps a core busy for some time. */
const PASSWORD_COST = 50;

export function addAccountRoutes(
  app: FastifyInstance,
  account: OwnAccount,
  { authenticate, limits }: RouteContext,
): void {
  const signedInOnly = [authenticate, ...limits.calls];

  app.put(
    paths.password,
    { onRequest: [authenticate, ...limits.callsOf(PASSWORD_COST)] },
    async (request): Promise<ChangePasswordResponse> => {
      const change = parse(changePasswordSchema, request.body);
      await tellOutcome(request, 'password change', () =>
        account.changePassword(readSession(request), change),
      );
      return { success: true, message: 'Password changed. Other devices have been logged out.' };
    },
  );

  app.get(
    paths.sessions,
    { onRequest: signedInOnly },
    async (request): Promise<SessionsResponse> => {
      const sessions = await account.listSessions(readSession(request));
      return {
        success: true,
        sessions: sessions.map(({ id, client, createdAt, lastUsedAt, isCurrent }) => ({
          _id: id,
          client,
          createdAt: toIso(createdAt),
          lastUsedAt: toIso(lastUsedAt),
          isCurrent,
        })),
      };
    },
  );

  app.post<{ Params: { sessionId: string } }>(
    paths.endSession,
    { onRequest: [authenticate, ...limits.callsOf(PASSWORD_COST)] },
    async (request): Promise<EndSessionResponse> => {
      const { password } = parse(endSessionSchema, request.body);
      await tellOutcome(request, 'session end', () =>
        account.endSession(readSession(request), request.params.sessionId, password),
      );
      return { success: true };
    },
  );

  app.post(
    paths.endOtherSessions,
    { onRequest: [authenticate, ...limits.callsOf(PASSWORD_COST)] },
    async (request): Promise<EndSessionResponse> => {
      const { password } = parse(endSessionSchema, request.body);
      await tellOutcome(request, 'session end', () =>
        account.endOtherSessions(readSession(request), password),
      );
      return { success: true };
    },
  );

  app.post(
    paths.deleteAccount,
    { onRequest: [authenticate, ...limits.callsOf(PASSWORD_COST)] },
    async (request): Promise<DeleteAccountResponse> => {
      const { password } = parse(deleteAccountSchema, request.body);
      await tellOutcome(request, 'account deletion', () =>
        account.deleteAccount(readSession(request), password),
      );
      return { success: true, message: 'Your account has been deleted.' };
    },
  );
}
