/** Calls about one's own account, and whom it invites or blocks: each is a feature of its own. */
import type { FastifyInstance } from 'fastify';
import {
  type DoneResponse,
  type InvitationsResponse,
  type InviteResponse,
  type OwnUserResponse,
  type PictureDayResponse,
  paths,
  type SessionsResponse,
} from '../../src/protocol/http.ts';
import type { Rules } from '../domain/rules.ts';
import { toIso } from '../presenter.ts';
import {
  changeEmailSchema,
  changePasswordSchema,
  deleteAccountSchema,
  endSessionSchema,
  privacySchema,
} from './account-schemas.ts';
import { readSession } from './authenticate.ts';
import { parse } from './fields.ts';
import type { RouteContext, WithUserId } from './rate-limits.ts';
import { logOutcome } from './request-log.ts';

/** The price of a call that hashes a password, which keeps a core busy. */
const PASSWORD_COST = 50;

/** The price of a change that is sent to everybody, like a changed profile. */
const PRIVACY_COST = 20;

/** The price of an invitation or its end, which each have a line in the log. */
const INVITATION_COST = 20;

/** The price of a block, whose events are sent to all windows of both people. */
const BLOCK_COST = 5;

export function addPasswordRoutes(
  app: FastifyInstance,
  { ownAccount: account }: Rules,
  { presenter, limits }: RouteContext,
): void {
  const onRequest = limits.callsOf(PASSWORD_COST);

  app.put(paths.password, { onRequest }, async (request): Promise<DoneResponse> => {
    const change = parse(changePasswordSchema, request.body);
    await logOutcome(request, 'password change', () =>
      account.changePassword(readSession(request), change),
    );
    return { success: true, message: 'Password changed. Other devices have been logged out.' };
  });

  app.put(paths.email, { onRequest }, async (request): Promise<OwnUserResponse> => {
    const change = parse(changeEmailSchema, request.body);
    const user = await logOutcome(request, 'email change', () =>
      account.changeEmail(readSession(request), change),
    );
    const message = 'Email changed. Log in with it from now on.';
    return { success: true, user: presenter.presentOwnUser(user), message };
  });

  app.post<{ Params: { sessionId: string } }>(
    paths.endSession,
    { onRequest },
    async (request): Promise<DoneResponse> => {
      const { password } = parse(endSessionSchema, request.body);
      await logOutcome(request, 'session end', () =>
        account.endSession(readSession(request), request.params.sessionId, password),
      );
      return { success: true };
    },
  );

  app.post(paths.endOtherSessions, { onRequest }, async (request): Promise<DoneResponse> => {
    const { password } = parse(endSessionSchema, request.body);
    await logOutcome(request, 'session end', () =>
      account.endOtherSessions(readSession(request), password),
    );
    return { success: true };
  });

  app.post(paths.deleteAccount, { onRequest }, async (request): Promise<DoneResponse> => {
    const { password } = parse(deleteAccountSchema, request.body);
    await logOutcome(request, 'account deletion', () =>
      account.deleteAccount(readSession(request), password),
    );
    return { success: true, message: 'Your account has been deleted.' };
  });
}

export function addAccountRoutes(
  app: FastifyInstance,
  { ownAccount, entrance, privacy, blocking, pictureAllowance }: Rules,
  { presenter, limits }: RouteContext,
): void {
  const onRequest = limits.calls;
  const invites = { onRequest: limits.callsOf(INVITATION_COST) };

  app.get(paths.sessions, { onRequest }, async (request): Promise<SessionsResponse> => {
    const sessions = await ownAccount.listSessions(readSession(request));
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
  });

  app.get(paths.invitations, { onRequest }, async (request): Promise<InvitationsResponse> => {
    const invitations = await entrance.listOwn(readSession(request).userId);
    return {
      success: true,
      invitations: invitations.map(({ id, createdAt, endsAt }) => ({
        _id: id,
        createdAt: toIso(createdAt),
        endsAt: toIso(endsAt),
      })),
    };
  });

  app.post(paths.invitations, invites, async (request): Promise<InviteResponse> => {
    const code = await logOutcome(request, 'invitation', () =>
      entrance.invite(readSession(request).userId),
    );
    return { success: true, code };
  });

  app.post<{ Params: { invitationId: string } }>(
    paths.revokeInvitation,
    invites,
    async (request): Promise<DoneResponse> => {
      await logOutcome(request, 'invitation end', () =>
        entrance.revoke(readSession(request).userId, request.params.invitationId),
      );
      return { success: true };
    },
  );

  app.put(
    paths.privacy,
    { onRequest: limits.callsOf(PRIVACY_COST) },
    async (request): Promise<OwnUserResponse> => {
      const { hides } = parse(privacySchema, request.body);
      const user = await privacy.setHidden(readSession(request).userId, hides);
      return { success: true, user: presenter.presentOwnUser(user) };
    },
  );

  for (const [path, isBlocked] of [
    [paths.block, true],
    [paths.unblock, false],
  ] as const) {
    app.put<WithUserId>(
      path,
      { onRequest: limits.callsOf(BLOCK_COST) },
      async (request): Promise<DoneResponse> => {
        const { userId: blockerId } = readSession(request);
        await blocking.setBlocked({ blockerId, blockedId: request.params.userId, isBlocked });
        return { success: true };
      },
    );
  }

  app.get(paths.pictureDay, { onRequest }, async (request): Promise<PictureDayResponse> => {
    const { bytes, limit, endsAt } = await pictureAllowance.read(readSession(request).userId);
    return { success: true, bytes, limit, endsAt: toIso(endsAt) };
  });
}
