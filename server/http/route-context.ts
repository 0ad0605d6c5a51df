import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Credentials } from '../domain/ports/credentials.ts';
import type { Presenter } from '../presenter.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Reservations } from './reservations.ts';

/** What the routes of the API share. */
export interface RouteContext extends Reservations {
  presenter: Presenter;
  authenticate: onRequestHookHandler;
  /** Rejects if the session of a request has ended since then. */
  checkSession: (request: FastifyRequest) => Promise<unknown>;
  limits: RateLimits;
  /** Most bytes of a body that may hold a picture. */
  pictureBodyBytes: number;
  /** The socket ticket of this token's session. */
  makeTicket: Credentials['makeTicket'];
  /** Whether people reach the server over HTTPS. */
  isHttps: boolean;
}

/** A call about one other person. */
export interface WithUserId {
  Params: { userId: string };
}
