/** Large bodies and long answers reserve bytes of the process's memory budget before they use memory. */
import { Readable } from 'node:stream';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
} from 'fastify';
import { toNetwork } from '../domain/known-places.ts';
import {
  type ByteBudget,
  FREE_BYTES,
  type Owner,
  type Reservation,
} from '../memory/byte-budget.ts';

declare module 'fastify' {
  interface FastifyRequest {
    answerReservation?: Reservation;
  }
}

/** For an answer of unknown length: what is read, and what is sent of it. */
const LONG_ANSWER_BYTES = 1024 * 1024;

/** An unread stream holds one piece in the file's buffer, one in transit, and one in the socket's buffer. */
const STREAM_BYTES = 3 * 64 * 1024;

export interface Reservations {
  /** For routes with large bodies, after authentication: the body waits unread for its place. */
  reserveBody: onRequestHookHandler;
  /** For routes with long answers: an answer is made only when there is room for it. */
  reserveAnswer: preHandlerHookHandler;
}

export function createReservations(
  app: FastifyInstance,
  memory: ByteBudget,
  largestBody: number,
): Reservations {
  app.decorateRequest('answerReservation', undefined);

  /** Held until the answer is sent or the client has left. Does not call back if the client has left. */
  function reserve(
    kind: Owner['kind'],
    bytes: number,
    [request, reply]: [FastifyRequest, FastifyReply],
    done: (error?: Error) => void,
  ): Reservation | undefined {
    // No second `close` event would release it.
    if (reply.raw.closed) return undefined;
    const userId = request.session?.userId;
    const reservation = memory.open({ kind, address: toNetwork(request.address), userId });
    reply.raw.once('close', reservation.release);
    reservation.claim(bytes).then(() => done(), done);
    return reservation;
  }

  // Only now is it known how much waits for a client that reads slowly.
  app.addHook('onSend', (request, reply, payload, done) => {
    const { answerReservation: reservation } = request;
    if (reservation) {
      // A stream keeps its first reservation.
      if (!(payload instanceof Readable)) reservation.resize(chargeFor(measure(payload)));
      return done(null, payload);
    }
    if (!(payload instanceof Readable)) return done(null, payload);
    const length = Number(reply.getHeader('content-length') ?? Number.POSITIVE_INFINITY);
    if (length <= FREE_BYTES) return done(null, payload);
    reserve(
      request.session ? 'answers' : 'files',
      Math.min(length, STREAM_BYTES),
      [request, reply],
      (error) => (error ? done(error) : done(null, payload)),
    );
  });

  return {
    reserveBody(request, reply, done) {
      const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
      const bytes = coding === undefined ? Number(length ?? 0) : largestBody;
      // A body that is too large is refused before it is read.
      if (bytes <= FREE_BYTES || bytes > largestBody) return done();
      reserve('bodies', bytes, [request, reply], done);
    },

    reserveAnswer(request, reply, done) {
      const reservation = reserve('answers', LONG_ANSWER_BYTES, [request, reply], done);
      if (reservation) request.answerReservation = reservation;
    },
  };
}

function measure(payload: unknown): number {
  return typeof payload === 'string' || payload instanceof Buffer ? Buffer.byteLength(payload) : 0;
}

function chargeFor(bytes: number): number {
  return bytes > FREE_BYTES ? bytes : 0;
}
