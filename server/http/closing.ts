/**
 * When the server stops, each connection closes after its answer; one kept alive would keep the server running. No
 * client can delay the stop for long: uploads may finish as long as calls are still accepted, then connections that
 * still wait for their clients are cut. One log line says what the server waited for and what it cut.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Exchange, type Exchanges, isUpload } from './exchanges.ts';

/** Time for uploads in progress when the stop begins. If one is cut, its client sends it again with the same key. */
const UPLOADS_MS = 2_000;

/** Time after the last accepted connection: for the body of a call whose headers have arrived. */
const REST_MS = 100;

const LOOK_MS = 20;

/** Why a connection is still open: its client sends, does not read, or has sent no request. */
type Wait = 'uploads' | 'answers' | 'silent';

export interface Closing {
  /** Resolves when the uploads in progress have arrived, or after two seconds. */
  waitForUploads(): Promise<void>;
  /** From now on, connections without work for the server are cut. */
  cutWaiting(): void;
}

/** `now` is a clock that is never set back. */
export function shortenClosing(
  app: FastifyInstance,
  exchanges: Exchanges,
  now: () => number,
): Closing {
  const cut: Record<Wait, number> = { uploads: 0, answers: 0, silent: 0 };
  let uploadsWaitedFor = 0;
  let begunAt = Number.NaN;
  let cutting: NodeJS.Timeout | undefined;

  app.addHook('preClose', async () => {
    begunAt = now();
    app.server.prependListener('request', (_request, response) => {
      response.setHeader('connection', 'close');
    });
    for (const [socket, { response }] of exchanges) {
      if (!response || response.closed) continue;
      if (!response.headersSent) response.setHeader('connection', 'close');
      // Only this one: idle connections may be about to send a request, and get answers until the end.
      response.once('close', () => socket.end());
    }
  });
  app.addHook('onClose', async () => {
    clearInterval(cutting);
    const ms = Math.round(now() - begunAt);
    app.log.info({ ms, uploadsWaitedFor, cut }, 'connections are closed');
  });

  return {
    async waitForUploads() {
      const uploads = [...exchanges.values()].filter(isUpload);
      uploadsWaitedFor = uploads.length;
      const start = now();
      while (uploads.some(isUpload) && now() - start < UPLOADS_MS) await sleep(LOOK_MS);
    },

    cutWaiting() {
      const start = now();
      cutting = setInterval(() => {
        if (now() - start < REST_MS) return;
        for (const [socket, exchange] of exchanges) {
          const wait = findWait(exchange);
          if (wait === undefined || socket.destroyed) continue;
          cut[wait] += 1;
          socket.destroy();
        }
      }, LOOK_MS);
    },
  };
}

/** Undefined while the server works on an answer. */
function findWait(exchange: Exchange): Wait | undefined {
  const { response } = exchange;
  if (!response || response.closed) return 'silent';
  if (isUpload(exchange)) return 'uploads';
  return response.headersSent ? 'answers' : undefined;
}
