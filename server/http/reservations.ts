/**
 * Large bodies and long answers reserve bytes of the process's memory budget. An answer has one reservation until it is
 * made, of the most that it may become, and another one, if it is long, until it is read.
 */
import { Readable } from 'node:stream';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
} from 'fastify';
import {
  type ByteBudget,
  FREE_BYTES,
  type Owner,
  type Reservation,
} from '../memory/byte-budget.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The reservation until the answer is made. */
    making?: Reservation;
  }
}

/** For an answer of unknown length, and for one that is written while it is read. */
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
  /** Charges a request with a session; a stream is paid for part by part. */
  payForAnswer: (request: FastifyRequest, bytes: number) => void,
): Reservations {
  app.decorateRequest('making', undefined);

  /** Reserves until the answer is sent or the client has left. Does not call back if the client has left. */
  function reserve(
    kind: Owner['kind'],
    bytes: number,
    [request, reply]: [FastifyRequest, FastifyReply],
    done: (error?: Error) => void,
  ): Reservation | undefined {
    // No second `close` event would release it.
    if (reply.raw.closed) return undefined;
    const userId = request.session?.userId;
    const reservation = memory.open({ kind, address: request.address, userId });
    reply.raw.once('close', reservation.release);
    reservation.claim(bytes).then(() => done(), done);
    return reservation;
  }

  // Only now is it known how much waits for a client that reads slowly.
  app.addHook('onSend', (request, reply, payload, done) => {
    const { making } = request;
    const bytes = measure(payload, reply, making !== undefined);
    if (request.session && !(payload instanceof Readable)) payForAnswer(request, bytes);
    if (bytes <= FREE_BYTES) {
      making?.release();
      return done(null, payload);
    }
    reserve(request.session ? 'answers' : 'files', bytes, [request, reply], (error) => {
      making?.release();
      if (error) done(error);
      else done(null, payload);
    });
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
      const making = reserve('making', LONG_ANSWER_BYTES, [request, reply], done);
      if (making) request.making = making;
    },
  };
}

/** Bytes that wait in memory if the client does not read. */
function measure(payload: unknown, reply: FastifyReply, isLong: boolean): number {
  if (payload instanceof Readable) {
    if (isLong) return LONG_ANSWER_BYTES;
    const length = Number(reply.getHeader('content-length') ?? Number.POSITIVE_INFINITY);
    return Math.min(length, STREAM_BYTES);
  }
  return typeof payload === 'string' || payload instanceof Buffer ? Buffer.byteLength(payload) : 0;
}
