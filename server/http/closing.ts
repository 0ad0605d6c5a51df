/**
 * While the server stops, each connection ends with its answer, since one kept alive would keep the server, too. No client
 * can delay the stop for long: uploads are waited for as long as calls are still taken, and what clients hold open after
 * that is cut. One line of the log tells what was waited for and what was cut.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** For uploads that are under way when the stop begins. One that is cut is sent again by its client, with its key. */
const UPLOADS_MS = 2_000;

/** After the last connection was taken: for the body of a call whose head has come. */
const REST_MS = 100;

const LOOK_MS = 20;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** What a connection waits for: its client sends, does not read, or has asked for nothing. */
type Wait = 'uploads' | 'answers' | 'silent';

export interface Closing {
  /** Resolves when the uploads that are under way have come, or after two seconds. */
  waitForUploads(): Promise<void>;
  /** From now on connections are cut on which the server has nothing to do. */
  cutWaiting(): void;
}

/** `now` is a clock that is never set back. */
export function shortenClosing(app: FastifyInstance, now: () => number): Closing {
  const exchanges = new Map<Socket, Set<Exchange>>();
  const cut: Record<Wait, number> = { uploads: 0, answers: 0, silent: 0 };
  let uploadsWaitedFor = 0;
  let begunAt = Number.NaN;
  let cutting: NodeJS.Timeout | undefined;

  app.server.on('connection', (socket) => {
    exchanges.set(socket, new Set());
    socket.once('close', () => exchanges.delete(socket));
  });
  // Realtime closes its own.
  app.server.on('upgrade', ({ socket }) => exchanges.delete(socket));
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const ofSocket = exchanges.get(request.socket);
    const exchange = { request, response };
    ofSocket?.add(exchange);
    response.once('close', () => ofSocket?.delete(exchange));
  });

  app.addHook('preClose', async () => {
    begunAt = now();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!Number.isNaN(begunAt)) reply.header('connection', 'close');
    done(null, payload);
  });
  // For answers whose headers were sent before closing began, such as a picture's.
  app.addHook('onResponse', (request, _reply, done) => {
    // This one alone: others may be about to ask, and are answered until the end.
    if (!Number.isNaN(begunAt)) request.raw.socket.end();
    done();
  });
  app.addHook('onClose', async () => {
    clearInterval(cutting);
    const ms = Math.round(now() - begunAt);
    app.log.info({ ms, uploadsWaitedFor, cut }, 'connections are closed');
  });

  return {
    async waitForUploads() {
      const uploads = [...exchanges.values()].flatMap((each) => [...each].filter(isUpload));
      uploadsWaitedFor = uploads.length;
      const start = now();
      while (uploads.some(isUpload) && now() - start < UPLOADS_MS) await sleep(LOOK_MS);
    },

    cutWaiting() {
      const start = now();
      cutting = setInterval(() => {
        if (now() - start < REST_MS) return;
        for (const [socket, ofSocket] of exchanges) {
          const wait = findWait(ofSocket);
          if (wait === undefined) continue;
          cut[wait] += 1;
          exchanges.delete(socket);
          socket.destroy();
        }
      }, LOOK_MS);
    },
  };
}

function isUpload({ request, response }: Exchange): boolean {
  return !request.complete && !request.destroyed && !response.closed;
}

/** Undefined while the server works on an answer. */
function findWait(exchanges: Set<Exchange>): Wait | undefined {
  let wait: Wait = 'silent';
  for (const { request, response } of exchanges) {
    if (request.complete && !response.headersSent) return undefined;
    wait = request.complete ? 'answers' : 'uploads';
  }
  return wait;
}
