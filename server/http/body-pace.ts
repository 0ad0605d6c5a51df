/**
 * How fast bodies must arrive: small ones within half a minute, larger ones steadily. Node alone would wait minutes for
 * each, and the received bytes would stay in memory.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { FREE_BYTES } from '../memory/byte-budget.ts';
import type { Watch } from '../memory/watch.ts';
import { type Exchanges, isUpload, type Pace } from './exchanges.ts';

const SMALL_BODY_MS = 30_000;

/** A large body, or one of unknown length, must deliver this much in each period. */
const STRETCH = { bytes: 16 * 1024, ms: 10_000 };

/** Bytes that came with the headers cannot be separated, so the first period is free. */
export function beginPace(now: number): Pace {
  return { at: now, bytes: Number.NEGATIVE_INFINITY };
}

/** Counts the bytes of the connection: it carries one request at a time. */
export function isSlow(pace: Pace, { bytesRead }: Socket, now: number): boolean {
  if (now - pace.at < STRETCH.ms) return false;
  const isLate = bytesRead - pace.bytes < STRETCH.bytes;
  pace.at = now;
  pace.bytes = bytesRead;
  return isLate;
}

export function keepBodiesMoving(app: FastifyInstance, exchanges: Exchanges, watch: Watch): void {
  // After the hooks that let a body wait unread for its turn.
  app.addHook('preParsing', ({ raw }, _reply, payload, done) => {
    const exchange = exchanges.get(raw.socket);
    if (exchange && !raw.complete) exchange.pace = beginPace(watch.now());
    done(null, payload);
  });

  const stop = watch.add(() => {
    const now = watch.now();
    for (const [socket, exchange] of exchanges) {
      const { response, pace } = exchange;
      if (!pace || !isUpload(exchange)) continue;
      const length = response?.req.headers['content-length'];
      const isShort = length !== undefined && Number(length) <= FREE_BYTES;
      if (isShort ? now - pace.at >= SMALL_BODY_MS : isSlow(pace, socket, now)) giveUp(socket);
    }
  });
  app.addHook('onClose', async () => stop());

  /** Like Node when a whole request takes too long. */
  function giveUp(socket: Socket): void {
    const error = Object.assign(new Error('The body stands still.'), {
      code: 'ERR_HTTP_REQUEST_TIMEOUT',
    });
    app.server.emit('clientError', error, socket);
    socket.destroySoon();
  }
}
