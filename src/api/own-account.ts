/** The calls about the own account. All but that of the profile are features. */
import { toAsciiEmail } from '../protocol/email.ts';
import type { Hideable, OwnUser } from '../protocol/entities.ts';
import {
  type ChangeEmailRequest,
  type ChangeEmailResponse,
  type ChangePasswordRequest,
  type ChangePasswordResponse,
  type DeleteAccountResponse,
  type EndSessionRequest,
  type EndSessionResponse,
  type FieldsOf,
  type InvitationsResponse,
  type InviteResponse,
  type OwnInvitation,
  type PictureDayResponse,
  type PrivacyResponse,
  paths,
  pathTo,
  type RevokeInvitationResponse,
  type SessionInfo,
  type SessionsResponse,
  type SmallPictureRequest,
  type SmallPictureResponse,
  type UpdateProfileRequest,
  type UpdateProfileResponse,
} from '../protocol/http.ts';
import { call } from './client.ts';

export async function updateProfile(json: UpdateProfileRequest): Promise<OwnUser> {
  const answer = await call<UpdateProfileResponse>({
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
  call<SmallPictureResponse>({ method: 'put', path: paths.smallPicture, json, expects: {} });

export const changePassword = (json: ChangePasswordRequest): Promise<{ message?: string }> =>
  call<ChangePasswordResponse>({ method: 'put', path: paths.password, json, expects: {} });

export const changeEmail = ({
  email,
  password,
}: ChangeEmailRequest): Promise<{ user: OwnUser; message?: string }> =>
  call<ChangeEmailResponse>({
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
  call<RevokeInvitationResponse>({
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
  call<EndSessionResponse>({
    method: 'post',
    path: pathTo(paths.endSession, sessionId),
    json,
    expects: {},
  });

export const endOtherSessions = (json: EndSessionRequest): Promise<object> =>
  call<EndSessionResponse>({ method: 'post', path: paths.endOtherSessions, json, expects: {} });

export async function setHidden(hides: Hideable[]): Promise<OwnUser> {
  const { user } = await call<PrivacyResponse>({
    method: 'put',
    path: paths.privacy,
    json: { hides },
    expects: { user: 'object' },
  });
  return user;
}

export const deleteAccount = (password: string): Promise<{ message?: string }> =>
  call<DeleteAccountResponse>({
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
