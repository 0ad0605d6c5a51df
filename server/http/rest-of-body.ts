/**
 * If a call is refused before its body was read, the answer is sent after the body has arrived and been dropped. Sent
 * earlier, the connection would be closed with unread bytes and the answer would be lost: clients and proxies would see
 * a broken connection and retry forever.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Watch } from '../memory/watch.ts';
import { beginPace, isSlow } from './body-pace.ts';

/** A longer body is answered at once, and its connection closed. The largest picture has 11 MB. */
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

/** Calls back once: at the end of the body, or when waiting is useless. */
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
  // Stops the earlier reader.
  request.unpipe();
  request.on('data', count).once('end', finish).once('close', finish);
  request.resume();
}
