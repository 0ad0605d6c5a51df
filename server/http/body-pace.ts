/**
 * How fast bodies must arrive: small ones within half a minute, others steadily. Node by itself would wait minutes for
 * each, and the memory of what has come so far waits with it.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { FREE_BYTES } from '../memory/byte-budget.ts';
import type { Watch } from '../memory/watch.ts';

const SMALL_BODY_MS = 30_000;

/** Of a large body, as of one whose length is unknown, so much must arrive in each stretch of time. */
const PACE = { bytes: 16 * 1024, perMs: 10_000 };

export function keepBodiesMoving(app: FastifyInstance, watch: Watch): void {
  const unwatch = new WeakMap<IncomingMessage, () => void>();

  // Behind the hooks in which a body waits, unread, until it may come.
  app.addHook('preParsing', ({ raw }, { raw: response }, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': coding } = raw.headers;
    if (coding !== undefined || Number(length) > 0) {
      const isShort = length !== undefined && Number(length) <= FREE_BYTES;
      const isLate = isShort ? timeWhole() : timePace(raw, watch);
      const stop = watch.add(() => {
        if (raw.complete || raw.destroyed) stop();
        else if (isLate()) giveUp(raw);
      });
      unwatch.set(raw, stop);
      response.once('close', stop);
    }
    done(null, payload);
  });
  app.addHook('preHandler', ({ raw }, _reply, done) => {
    unwatch.get(raw)?.();
    done();
  });

  function timeWhole(): () => boolean {
    const begunAt = watch.now();
    return () => watch.now() - begunAt >= SMALL_BODY_MS;
  }

  /** As Node does with a request that takes too long as a whole. */
  function giveUp({ socket }: IncomingMessage): void {
    const error = Object.assign(new Error('The body stands still.'), {
      code: 'ERR_HTTP_REQUEST_TIMEOUT',
    });
    app.server.emit('clientError', error, socket);
    socket.destroySoon();
  }
}

/** Calls `handleLate` when the body has not kept the pace; returns what ends it. */
export function watchPace(
  request: IncomingMessage,
  watch: Watch,
  handleLate: () => void,
): () => void {
  const isLate = timePace(request, watch);
  return watch.add(() => {
    if (isLate()) handleLate();
  });
}

/** By the bytes of the connection: it carries one request at a time. */
function timePace({ socket }: IncomingMessage, watch: Watch): () => boolean {
  let at = watch.now();
  // What came with the head cannot be told apart: the first stretch is free.
  let seen = Number.NEGATIVE_INFINITY;
  return () => {
    if (watch.now() - at < PACE.perMs) return false;
    const isLate = socket.bytesRead - seen < PACE.bytes;
    at = watch.now();
    seen = socket.bytesRead;
    return isLate;
  };
}
