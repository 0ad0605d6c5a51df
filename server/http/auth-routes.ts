/** Calls under /auth (spec section 7), and logout. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type AuthResponse,
  type DoneResponse,
  type OwnUserResponse,
  paths,
  TOKEN_HEADER,
} from '../../src/protocol/http.ts';
import type { Accounts, SignedIn } from '../domain/accounts.ts';
import type { Caller } from '../domain/known-places.ts';
import {
  issueBrowser,
  readBrowserCookie,
  writeBrowserCookie,
  writeSocketCookie,
} from '../security/cookies.ts';
import {
  logInSchema,
  resetCodeSchema,
  resetSchema,
  signUpSchema,
  smallPictureSchema,
  updateProfileSchema,
} from './account-schemas.ts';
import { readSession } from './authenticate.ts';
import { parse } from './fields.ts';
import type { RouteContext } from './rate-limits.ts';
import { logOutcome, type SecurityEvent } from './request-log.ts';

/** The price of a new profile, which is sent to everybody who is online. */
const PROFILE_COST = 20;

export function addAuthRoutes(
  app: FastifyInstance,
  accounts: Accounts,
  { presenter, limits, pictureBodyBytes, reserveBody, makeTicket, isHttps }: RouteContext,
): void {
  const { presentOwnUser } = presenter;
  const onRequest = limits.calls;
  const changesProfile = limits.callsOf(PROFILE_COST);

  app.post(
    paths.auth('signup'),
    { onRequest: limits.signIns },
    async (request, reply): Promise<AuthResponse> => {
      const person = parse(signUpSchema, request.body);
      const signUp = (caller: Caller) => accounts.signUp(person, caller);
      return enter(request, reply, 'sign-up', signUp, 'Account created. Welcome!');
    },
  );

  app.post(
    paths.auth('login'),
    { onRequest: limits.signIns },
    async (request, reply): Promise<AuthResponse> => {
      if (parse(resetCodeSchema, request.body).reset !== undefined) {
        const change = parse(resetSchema, request.body);
        const reset = (caller: Caller) => accounts.resetPassword(change, caller);
        return enter(request, reply, 'password reset', reset, 'Password changed. Welcome back!');
      }
      const person = parse(logInSchema, request.body);
      const logIn = (caller: Caller) => accounts.logIn(person, caller);
      return enter(request, reply, 'log-in', logIn, 'Welcome back!');
    },
  );

  app.get(paths.check, { onRequest }, async (request, reply): Promise<OwnUserResponse> => {
    const user = await accounts.check(readSession(request).userId);
    setSocketCookie(reply, String(request.headers[TOKEN_HEADER]));
    return { success: true, user: presentOwnUser(user) };
  });

  app.put(
    paths.updateProfile,
    { onRequest: [...changesProfile, reserveBody], bodyLimit: pictureBodyBytes },
    async (request): Promise<OwnUserResponse> => {
      const profile = parse(updateProfileSchema, request.body);
      const user = await accounts.updateProfile(readSession(request).userId, profile);
      return { success: true, user: presentOwnUser(user), message: 'Profile updated Successfully' };
    },
  );

  app.put(
    paths.smallPicture,
    { onRequest: changesProfile },
    async (request): Promise<OwnUserResponse> => {
      const small = parse(smallPictureSchema, request.body);
      const user = await accounts.setSmallPicture(readSession(request).userId, small);
      return { success: true, user: presentOwnUser(user) };
    },
  );

  app.post(paths.logout, { onRequest }, async (request, reply): Promise<DoneResponse> => {
    await logOutcome(request, 'log-out', () => accounts.logOut(readSession(request)));
    // What another version of the server let the browser store. Browsers obey it over HTTPS and on localhost.
    reply.header('clear-site-data', '"cache"');
    return { success: true };
  });

  async function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    event: SecurityEvent,
    act: (caller: Caller) => Promise<SignedIn>,
    message: string,
  ): Promise<AuthResponse> {
    const caller = readCaller(request);
    const signedIn = await logOutcome(
      request,
      event,
      () => act(caller),
      ({ user }) => user._id,
    );
    const { user, token } = signedIn;
    setSocketCookie(reply, token);
    reply.header('set-cookie', writeBrowserCookie(caller.browser, { isHttps }));
    return { success: true, userData: presentOwnUser(user), token, message };
  }

  function setSocketCookie(reply: FastifyReply, token: string): void {
    reply.header('set-cookie', writeSocketCookie(makeTicket(token), { isHttps }));
  }
}

/** Long enough for the user agent of a browser. */
const CLIENT_LENGTH = 250;

/** An unknown browser gets a new value, which it stores after signing in. */
function readCaller({ address, headers }: FastifyRequest): Caller & { browser: string } {
  const client = (headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '');
  const browser = readBrowserCookie(headers.cookie) ?? issueBrowser();
  return { address, browser, client: client.slice(0, CLIENT_LENGTH) };
}
