/**
 * While the server stops, each connection ends with its answer, since one kept alive would keep the server, too. No client
 * can delay the stop for long: uploads are waited for as long as calls are still taken, and what clients hold open after
 * that is cut. One line of the log tells what was waited for and what was cut.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Exchange, type Exchanges, isUpload } from './exchanges.ts';

/** For uploads that are under way when the stop begins. One that is cut is sent again by its client, with its key. */
const UPLOADS_MS = 2_000;

/** After the last connection was taken: for the body of a call whose head has come. */
const REST_MS = 100;

const LOOK_MS = 20;

/** What a connection waits for: its client sends, does not read, or has asked for nothing. */
type Wait = 'uploads' | 'answers' | 'silent';

export interface Closing {
  /** Resolves when the uploads that are under way have come, or after two seconds. */
  waitForUploads(): Promise<void>;
  /** From now on connections are cut on which the server has nothing to do. */
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
      // This one alone: others may be about to ask, and are answered until the end.
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
