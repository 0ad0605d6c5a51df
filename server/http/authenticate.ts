/** The header `token` (spec section 7) -> the session of this request, before its body is read and behind it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
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
  async function authenticate(request: FastifyRequest): Promise<void> {
    request.session = await sessions.authenticate(request.headers[TOKEN_HEADER]);
  }
  // A body, even an empty one, may take minutes to arrive, and the session end meanwhile.
  app.addHook('preHandler', async (request) => {
    if (request.session) await authenticate(request);
  });
  return authenticate;
}

/** The session of a request on a route that authenticates. */
export function readSession(request: FastifyRequest): Session {
  if (request.session) return request.session;
  throw new DomainError('unauthenticated', 'Log in to continue.');
}
