import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Presenter } from '../presenter.ts';
import type { RateLimits } from './rate-limits.ts';

/** What the routes of the API share. */
export interface RouteContext {
  presenter: Presenter;
  authenticate: onRequestHookHandler;
  /** Rejects when the session of a request has ended since. */
  checkSession: (request: FastifyRequest) => Promise<unknown>;
  limits: RateLimits;
  /** Most bytes of a body that may hold a picture. */
  pictureBodyBytes: number;
  /** Has such a body wait for its turn. */
  waitForTurn: onRequestHookHandler;
}

/** A call about one other person. */
export interface WithUserId {
  Params: { userId: string };
}
