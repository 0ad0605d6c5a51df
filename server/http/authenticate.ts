/** The header `token` (spec section 7) -> the session of this request, before its body is read and behind it. */
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { TOKEN_HEADER } from '../../src/protocol/http.ts';
import { DomainError } from '../domain/errors.ts';
import type { Session, Sessions } from '../domain/sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session?: Session;
  }
}

export function createAuthenticate(app: FastifyInstance, sessions: Sessions) {
  app.decorateRequest('session', undefined);
  // Calls back: with a promise each request would wait for turns of the queue, here and behind its body.
  const authenticate: onRequestHookHandler = (request, _reply, done) => {
    const token = request.headers[TOKEN_HEADER];
    const known = sessions.recall(token);
    if (known) {
      request.session = known;
      return done();
    }
    sessions.authenticate(token).then((session) => {
      request.session = session;
      done();
    }, done);
  };
  // A body, even an empty one, may take minutes to arrive, and the session end meanwhile.
  app.addHook('preHandler', (request, reply, done) => {
    if (request.session) authenticate.call(app, request, reply, done);
    else done();
  });
  return {
    authenticate,
    checkSession: (request: FastifyRequest) => sessions.authenticate(request.headers[TOKEN_HEADER]),
  };
}

/** The session of a request on a route that authenticates. */
export function readSession(request: FastifyRequest): Session {
  if (request.session) return request.session;
  throw new DomainError('unauthenticated', 'Log in to continue.');
}
