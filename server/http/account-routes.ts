/** Calls about one's own account: features `password`, `sessions`, `endOtherSessions`, `deleteAccount`. */
import type { FastifyInstance } from 'fastify';
import {
  type BlockResponse,
  type ChangeEmailResponse,
  type ChangePasswordResponse,
  type DeleteAccountResponse,
  type EndSessionResponse,
  type InvitationsResponse,
  type InviteResponse,
  type PictureDayResponse,
  type PrivacyResponse,
  paths,
  type RevokeInvitationResponse,
  type SessionsResponse,
} from '../../src/protocol/http.ts';
import type { Blocking } from '../domain/blocking.ts';
import type { Entrance } from '../domain/entrance.ts';
import type { OwnAccount } from '../domain/own-account.ts';
import type { PictureAllowance } from '../domain/picture-intake.ts';
import type { Privacy } from '../domain/privacy.ts';
import { toIso } from '../presenter.ts';
import { readSession } from './authenticate.ts';
import type { RouteContext, WithUserId } from './rate-limits.ts';
import { logOutcome } from './request-log.ts';
import {
  changeEmailSchema,
  changePasswordSchema,
  deleteAccountSchema,
  endSessionSchema,
  parse,
  privacySchema,
} from './schemas.ts';

/** Each password hash keeps a core busy for some time. */
const PASSWORD_COST = 50;

export function addAccountRoutes(
  app: FastifyInstance,
  account: OwnAccount,
  { presenter, authenticate, limits }: RouteContext,
): void {
  const signedInOnly = [authenticate, ...limits.calls];

  app.put(
    paths.password,
    { onRequest: [authenticate, ...limits.callsOf(PASSWORD_COST)] },
    async (request): Promise<ChangePasswordResponse> => {
      const change = parse(changePasswordSchema, request.body);
      await logOutcome(request, 'password change', () =>
        account.changePassword(readSession(request), change),
      );
      return { success: true, message: 'Password changed. Other devices have been logged out.' };
    },
  );

  app.put(
    paths.email,
    { onRequest: [authenticate, ...limits.callsOf(PASSWORD_COST)] },
    async (request): Promise<ChangeEmailResponse> => {
      const change = parse(changeEmailSchema, request.body);
      const user = await logOutcome(request, 'email change', () =>
        account.changeEmail(readSession(request), change),
      );
      return {
        success: true,
        user: presenter.presentOwnUser(user),
        message: 'Email changed. Log in with it from now on.',
      };
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
      await logOutcome(request, 'session end', () =>
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
      await logOutcome(request, 'session end', () =>
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
      await logOutcome(request, 'account deletion', () =>
        account.deleteAccount(readSession(request), password),
      );
      return { success: true, message: 'Your account has been deleted.' };
    },
  );
}

/** Feature `invitations`: links by which others sign up. */
export function addInvitationRoutes(
  app: FastifyInstance,
  entrance: Entrance,
  { authenticate, limits }: RouteContext,
): void {
  const onRequest = [authenticate, ...limits.calls];

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

  app.post(paths.invitations, { onRequest }, async (request): Promise<InviteResponse> => {
    const code = await logOutcome(request, 'invitation', () =>
      entrance.invite(readSession(request).userId),
    );
    return { success: true, code };
  });

  app.post<{ Params: { invitationId: string } }>(
    paths.revokeInvitation,
    { onRequest },
    async (request): Promise<RevokeInvitationResponse> => {
      await logOutcome(request, 'invitation end', () =>
        entrance.revoke(readSession(request).userId, request.params.invitationId),
      );
      return { success: true };
    },
  );
}

/** Sent to everybody, like a changed profile. */
const PRIVACY_COST = 20;

/** Feature `privacy`: what the person hides from everybody. */
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

/** Events are sent to all windows of both people. */
const BLOCK_COST = 5;

/** Feature `block`: block a person, and unblock. */
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

/** How many bytes of pictures a person has sent in the current day (feature `pictureDay`). */
export function addPictureDayRoute(
  app: FastifyInstance,
  allowance: PictureAllowance,
  { authenticate, limits }: RouteContext,
): void {
  app.get(
    paths.pictureDay,
    { onRequest: [authenticate, ...limits.calls] },
    async (request): Promise<PictureDayResponse> => {
      const { bytes, limit, endsAt } = await allowance.read(readSession(request).userId);
      return { success: true, bytes, limit, endsAt: toIso(endsAt) };
    },
  );
}
