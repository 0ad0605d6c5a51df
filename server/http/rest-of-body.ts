/**
 * A call that is refused before its body was read is answered when the body has come: what arrives is dropped. Answered
 * earlier, the connection would be closed upon bytes that nobody read, and the answer be lost with it: clients and proxies
 * would see a broken connection, and try again for ever.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Watch } from '../memory/watch.ts';
import { beginPace, isSlow } from './body-pace.ts';

/** Of a body at most; one that is longer is answered at once, and its connection closed. The largest picture has 11 MB. */
const MOST_BYTES = 32 * 1024 * 1024;

export function dropRestOfBodies(app: FastifyInstance, watch: Watch): void {
  app.addHook('onSend', ({ raw }, _reply, payload, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = raw.headers;
    const isEmpty = coding === undefined && Number(length) === 0;
    if (raw.complete || raw.destroyed || isEmpty || Number(length) > MOST_BYTES) {
      return done(null, payload);
    }
    drop(raw, watch, () => done(null, payload));
  });
}

/** Calls back once: at the end, or when there is no use in waiting for it. */
function drop(request: IncomingMessage, watch: Watch, done: () => void): void {
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) finish();
  };
  const pace = beginPace(watch.now());
  const unwatch = watch.add(() => {
    if (isSlow(pace, request.socket, watch.now())) finish();
  });
  let isDone = false;
  function finish(): void {
    if (isDone) return;
    isDone = true;
    unwatch();
    request.off('data', count);
    request.pause();
    done();
  }
  // Whoever read it before reads no more.
  request.unpipe();
  request.on('data', count).once('end', finish).once('close', finish);
  request.resume();
}
