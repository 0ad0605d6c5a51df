/** The calls about the own account. All but that of the profile are features. */
import { toAsciiEmail } from '../protocol/email.ts';
import type { Hideable, OwnUser } from '../protocol/entities.ts';
import {
  type ChangeEmailRequest,
  type ChangePasswordRequest,
  type DoneResponse,
  type EndSessionRequest,
  type FieldsOf,
  type InvitationsResponse,
  type InviteResponse,
  type OwnInvitation,
  type OwnUserResponse,
  type PictureDayResponse,
  paths,
  pathTo,
  type SessionInfo,
  type SessionsResponse,
  type SmallPictureRequest,
  type UpdateProfileRequest,
} from '../protocol/http.ts';
import { call } from './client.ts';

export async function updateProfile(json: UpdateProfileRequest): Promise<OwnUser> {
  const answer = await call<OwnUserResponse>({
    method: 'put',
    path: paths.updateProfile,
    json,
    deadlineMs: 60_000,
    expects: { user: 'object' },
  });
  return answer.user;
}

/** The answer is left to the event `profileChanged`. */
export const setSmallPicture = (json: SmallPictureRequest): Promise<object> =>
  call<OwnUserResponse>({ method: 'put', path: paths.smallPicture, json, expects: {} });

export const changePassword = (json: ChangePasswordRequest): Promise<{ message?: string }> =>
  call<DoneResponse>({ method: 'put', path: paths.password, json, expects: {} });

export const changeEmail = ({
  email,
  password,
}: ChangeEmailRequest): Promise<{ user: OwnUser; message?: string }> =>
  call<OwnUserResponse>({
    method: 'put',
    path: paths.email,
    json: { email: toAsciiEmail(email.trim()), password },
    expects: { user: 'object' },
  });

export async function listInvitations(signal: AbortSignal): Promise<OwnInvitation[]> {
  const { invitations } = await call<InvitationsResponse>({
    method: 'get',
    path: paths.invitations,
    expects: { invitations: 'array' },
    signal,
  });
  return invitations;
}

/** Resolves to the code of the link. */
export async function invite(): Promise<string> {
  const { code } = await call<InviteResponse>({
    method: 'post',
    path: paths.invitations,
    expects: { code: 'string' },
  });
  return code;
}

export const revokeInvitation = (id: string): Promise<object> =>
  call<DoneResponse>({
    method: 'post',
    path: pathTo(paths.revokeInvitation, id),
    expects: {},
  });

export async function listSessions(signal: AbortSignal): Promise<SessionInfo[]> {
  const { sessions } = await call<SessionsResponse>({
    method: 'get',
    path: paths.sessions,
    expects: { sessions: 'array' },
    signal,
  });
  return sessions;
}

export const endSession = (sessionId: string, json: EndSessionRequest): Promise<object> =>
  call<DoneResponse>({
    method: 'post',
    path: pathTo(paths.endSession, sessionId),
    json,
    expects: {},
  });

export const endOtherSessions = (json: EndSessionRequest): Promise<object> =>
  call<DoneResponse>({ method: 'post', path: paths.endOtherSessions, json, expects: {} });

export async function setHidden(hides: Hideable[]): Promise<OwnUser> {
  const { user } = await call<OwnUserResponse>({
    method: 'put',
    path: paths.privacy,
    json: { hides },
    expects: { user: 'object' },
  });
  return user;
}

export const deleteAccount = (password: string): Promise<{ message?: string }> =>
  call<DoneResponse>({
    method: 'post',
    path: paths.deleteAccount,
    json: { password },
    expects: {},
    endsSession: true,
  });

// The call for the bytes of pictures sent today (feature `pictureDay`).

export const readPictureDay = (signal: AbortSignal): Promise<FieldsOf<PictureDayResponse>> =>
  call<PictureDayResponse>({
    method: 'get',
    path: paths.pictureDay,
    expects: { endsAt: 'string' },
    signal,
  });
