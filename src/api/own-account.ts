/** The calls about the own account. All but that of the profile are features. */
import type { Hideable, OwnUser } from '../protocol/entities.ts';
import {
  type ChangePasswordRequest,
  type ChangePasswordResponse,
  type DeleteAccountResponse,
  type EndSessionRequest,
  type EndSessionResponse,
  type FieldsOf,
  type PictureDayResponse,
  type PrivacyResponse,
  paths,
  pathTo,
  type SessionInfo,
  type SessionsResponse,
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

export const changePassword = (json: ChangePasswordRequest): Promise<{ message?: string }> =>
  call<ChangePasswordResponse>({ method: 'put', path: paths.password, json, expects: {} });

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
