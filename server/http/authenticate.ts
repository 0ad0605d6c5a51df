/** Finds the session for the header `token` (spec section 7), before the body is read and again after it. */
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { TOKEN_HEADER } from '../../src/protocol/http.ts';
import { DomainError } from '../domain/errors.ts';
import { toNetwork } from '../domain/network.ts';
import type { Session, Sessions } from '../domain/sessions.ts';
import type { MemoryLimiter } from '../limits/limiter.ts';
import { refuse } from '../limits/refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session?: Session;
  }
}

export function createAuthenticate(
  app: FastifyInstance,
  sessions: Sessions,
  /** Pays for calls without a session. */
  network: MemoryLimiter,
) {
  app.decorateRequest('session', undefined);
  // Uses callbacks: promises would make each request wait for microtasks, here and after its body.
  const authenticate: onRequestHookHandler = (request, _reply, done) => {
    const token = request.headers[TOKEN_HEADER];
    const known = sessions.recall(token);
    if (known) {
      request.session = known;
      return done();
    }
    const place = toNetwork(request.address);
    const wait = network.spend(place, 0);
    if (wait > 0) return done(refuse(wait));
    sessions.authenticate(token).then(
      (session) => {
        request.session = session;
        done();
      },
      (error) => {
        network.charge(place, 1);
        done(error);
      },
    );
  };
  // A body, even an empty one, may take minutes to arrive; the session may end meanwhile.
  app.addHook('preHandler', (request, reply, done) => {
    if (request.session) authenticate.call(app, request, reply, done);
    else done();
  });
  return {
    authenticate,
    checkSession: (request: FastifyRequest) => sessions.authenticate(request.headers[TOKEN_HEADER]),
  };
}

/** The session of a request; for routes that authenticate. */
export function readSession(request: FastifyRequest): Session {
  if (request.session) return request.session;
  throw new DomainError('unauthenticated', 'Log in to continue.');
}
