/**
 * Joins small chunks of bodies. Fastify keeps every chunk until the last one arrives, and a chunk of one byte takes
 * about 500 bytes: a small request could fill the memory.
 */
import { pipeline, Transform } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** In bytes. */
const PIECE = 16 * 1024;

export function joinChunks(app: FastifyInstance): void {
  app.addHook('preParsing', ({ headers }, _reply, payload, done) => {
    // A body of known length arrives in parts as large as the network's.
    if (headers['transfer-encoding'] === undefined) return done(null, payload);
    // The reader of the stream gets the error.
    const joined = pipeline(payload, createJoiner(), () => {});
    done(null, joined);
  });
}

/** Passes the same bytes on in pieces of that size; the last one may be smaller. */
function createJoiner(): Transform {
  let piece = Buffer.allocUnsafe(PIECE);
  let used = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let taken = 0; taken < chunk.length; ) {
        const copied = chunk.copy(piece, used, taken);
        taken += copied;
        used += copied;
        if (used < PIECE) continue;
        this.push(piece);
        piece = Buffer.allocUnsafe(PIECE);
        used = 0;
      }
      done();
    },
    flush(done) {
      done(null, piece.subarray(0, used));
    },
  });
}
