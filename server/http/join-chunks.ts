/**
 * Bodies in chunks of a few bytes. Fastify keeps each chunk until the last has come, and one of a single byte takes
 * some five hundred: a small request could fill the memory. Here they are joined as they come.
 */
import { pipeline, Transform } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** In bytes. */
const PIECE = 16 * 1024;

export function joinChunks(app: FastifyInstance): void {
  app.addHook('preParsing', ({ headers }, _reply, payload, done) => {
    // A body whose length is told comes in no smaller parts than the network's.
    if (headers['transfer-encoding'] === undefined) return done(null, payload);
    // Whoever reads hears of an error.
    const joined = pipeline(payload, createJoiner(), () => {});
    done(null, joined);
  });
}

/** The same bytes in pieces of that size; the last one may be smaller. */
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
