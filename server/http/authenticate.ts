/** Finds the session for the header `token` (spec section 7), before the body is read and again after it. */
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { TOKEN_HEADER } from '../../src/protocol/http.ts';
import { DomainError, tooMany } from '../domain/errors.ts';
import { toNetwork } from '../domain/known-places.ts';
import type { Session, Sessions } from '../domain/sessions.ts';
import type { Floods } from '../limits/floods.ts';
import { createGate } from '../limits/gate.ts';
import type { MemoryLimiter } from '../limits/limiter.ts';
import { countBodyUnits } from './bodies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session?: Session;
  }
}

/** For a network in debt: how many lookups may wait, and how many ms one without a session delays the next. */
const WAITING_LOOKUPS = 500;
const DEBTOR_MS = 4;

/** Health checks, files and handshakes of the same network must not cost anybody the session. */
const lookUpsOf = (address: string) => `sessions of ${toNetwork(address)}`;

export function createAuthenticate(
  app: FastifyInstance,
  sessions: Sessions,
  /** `network` pays for calls without a session. */
  { network, floods }: { network: MemoryLimiter; floods: Floods },
) {
  app.decorateRequest('session', undefined);
  const inDebt = createGate({ atOnce: 1, waiting: WAITING_LOOKUPS });
  // Uses callbacks: promises would make each request wait for microtasks, here and after its body.
  const authenticate: onRequestHookHandler = (request, reply, done) => {
    const token = request.headers[TOKEN_HEADER];
    const known = sessions.recall(token);
    if (known) {
      request.session = known;
      return done();
    }
    const place = lookUpsOf(request.address);
    const wait = network.spend(place, 0);
    if (wait === 0) return floods.beginFairly(request.address, () => lookUp(done));
    // Others of the same network may have sessions, so the token is looked up: one at a time, and one without a session
    // holds the place for a while.
    let isBegun = false;
    const leave = inDebt.enter(place, () => {
      isBegun = true;
      lookUp((failure) => {
        if (!failure) leave?.();
        else setTimeout(() => leave?.(), DEBTOR_MS).unref();
        done(failure && tooMany(wait));
      });
    });
    if (!leave) return done(tooMany(wait));
    // The client may leave while the lookup waits.
    reply.raw.once('close', () => {
      if (!isBegun) leave();
    });

    function lookUp(end: (error?: Error) => void): void {
      sessions.authenticate(token).then(
        (session) => {
          request.session = session;
          end();
        },
        (error) => {
          network.charge(place, 1 + countBodyUnits(request));
          end(error);
        },
      );
    }
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

export function readSession(request: FastifyRequest): Session {
  if (request.session) return request.session;
  throw new DomainError('unauthenticated', 'Log in to continue.');
}
