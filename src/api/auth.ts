/** The calls about the person's own account. */
import { toAsciiEmail } from '../protocol/email.ts';
import type { OwnUser } from '../protocol/entities.ts';
import type {
  AuthMode,
  AuthResponse,
  DoneResponse,
  LogInRequest,
  OwnUserResponse,
  SignUpRequest,
} from '../protocol/http.ts';
import { paths } from '../protocol/http.ts';
import { getToken } from '../stores/session.ts';
import { call, refuseSession } from './client.ts';
import { ApiError, isSignedOut, isTransient } from './errors.ts';

/** How long a logout waits for the server, in ms: the person is already signed out. */
const LOG_OUT_DEADLINE_MS = 3_000;

export interface SignedIn {
  user: OwnUser;
  token: string;
  /** The server's message. */
  message: string | undefined;
}

/** Whose token is stored. A refusal ends the session, whatever its status. */
export async function checkSession(signal?: AbortSignal): Promise<OwnUser> {
  const token = getToken();
  try {
    const answer = await call<OwnUserResponse>({
      method: 'get',
      path: paths.check,
      expects: { user: 'object' },
      ...(signal && { signal }),
    });
    return answer.user;
  } catch (error) {
    if (!isOver(error) || token === null) throw error;
    refuseSession(token, error.message);
    throw new ApiError({ kind: 'rejected', message: error.message, isMoot: true });
  }
}

/** Some backends answer 400 or 404 for an unknown token or a deleted account. */
const isOver = (error: unknown): error is ApiError =>
  isSignedOut(error) || (error instanceof ApiError && error.isRefusal && !isTransient(error));

export const logIn = (request: LogInRequest): Promise<SignedIn> => enter('login', request);

export const signUp = (request: SignUpRequest): Promise<SignedIn> => enter('signup', request);

/** The domain is sent in ASCII: some browsers' fields change it to that, and it is one account everywhere. */
async function enter(mode: AuthMode, request: LogInRequest | SignUpRequest): Promise<SignedIn> {
  const answer = await call<AuthResponse>({
    method: 'post',
    path: paths.auth(mode),
    json: { ...request, email: toAsciiEmail(request.email.trim()) },
    expects: { userData: 'object', token: 'string' },
  });
  return { user: answer.userData, token: answer.token, message: answer.message };
}

/** Ends the session on the server (feature `logout`). */
export async function logOut(): Promise<void> {
  await call<DoneResponse>({
    method: 'post',
    path: paths.logout,
    deadlineMs: LOG_OUT_DEADLINE_MS,
    expects: {},
  });
}
