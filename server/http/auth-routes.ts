/** Calls under /auth (spec section 7), and logout. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type {
  AuthResponse,
  CheckResponse,
  LogOutResponse,
  UpdateProfileResponse,
} from '../../src/protocol/http.ts';
import { paths } from '../../src/protocol/http.ts';
import type { Accounts, Caller, SignedIn } from '../domain/accounts.ts';
import { readSession } from './authenticate.ts';
import type { RouteContext } from './route-context.ts';
import { logInSchema, parse, signUpSchema, updateProfileSchema } from './schemas.ts';

/** Everybody who is online is told of the new profile. */
const PROFILE_COST = 20;

export function addAuthRoutes(
  app: FastifyInstance,
  accounts: Accounts,
  { presenter, authenticate, limits, pictureBodyBytes, waitForTurn }: RouteContext,
): void {
  const { presentUser } = presenter;
  const signedInOnly = [authenticate, ...limits.calls];

  app.post(
    paths.auth('signup'),
    { onRequest: limits.signIns },
    async (request): Promise<AuthResponse> =>
      answerSignedIn(
        await accounts.signUp(parse(signUpSchema, request.body), readCaller(request)),
        'Account created. Welcome!',
      ),
  );

  app.post(
    paths.auth('login'),
    { onRequest: limits.signIns },
    async (request): Promise<AuthResponse> =>
      answerSignedIn(
        await accounts.logIn(parse(logInSchema, request.body), readCaller(request)),
        'Welcome back!',
      ),
  );

  app.get(
    paths.check,
    { onRequest: signedInOnly },
    async (request): Promise<CheckResponse> => ({
      success: true,
      user: presentUser(await accounts.check(readSession(request).userId)),
    }),
  );

  app.put(
    paths.updateProfile,
    {
      onRequest: [authenticate, ...limits.callsOf(PROFILE_COST), waitForTurn],
      bodyLimit: pictureBodyBytes,
    },
    async (request): Promise<UpdateProfileResponse> => {
      const profile = parse(updateProfileSchema, request.body);
      const user = await accounts.updateProfile(readSession(request).userId, profile);
      return { success: true, user: presentUser(user) };
    },
  );

  app.post(paths.logout, { onRequest: signedInOnly }, async (request): Promise<LogOutResponse> => {
    await accounts.logOut(readSession(request));
    return { success: true };
  });

  function answerSignedIn({ user, token }: SignedIn, message: string): AuthResponse {
    return { success: true, userData: presentUser(user), token, message };
  }
}

/** Long enough for what browsers say of themselves. */
const CLIENT_LENGTH = 250;

function readCaller(request: FastifyRequest): Caller {
  const client = (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '');
  return { address: request.ip, client: client.slice(0, CLIENT_LENGTH) };
}
