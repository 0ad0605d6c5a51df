/**
 * Handles one request at a time per connection. A client may send many requests before it reads an answer (pipelining).
 * If hundreds of them from one network packet were handled at once, all their answers would wait in memory until the
 * client reads. So the others wait, and a connection with too many waiting requests is cut.
 *
 * Each connection has one record that every request reuses. If each request were added to a set and removed again, the
 * garbage collector would keep the set's old memory until it collects the old generation: that costs a quarter of the
 * time of a send.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Browsers send the next request after the answer to the last one. */
const MAX_WAITING = 20;

interface Exchange {
  /** The response to the current request, or to the last one. */
  response: ServerResponse | undefined;
  /** The response to the request that arrived last. */
  latest: ServerResponse | undefined;
  /** Requests that wait for the current one. */
  waiting: number;
}

/** By connection, without WebSockets. */
export type Exchanges = ReadonlyMap<Socket, Exchange>;

/** Makes every request wait for the one before it on its connection, also requests of sockets. */
export function followExchanges(
  app: FastifyInstance,
  closeFlooding: (socket: Socket) => void,
): Exchanges {
  const { server } = app;
  const exchanges = new Map<Socket, Exchange>();
  server.on('connection', (socket: Socket) => {
    exchanges.set(socket, { response: undefined, latest: undefined, waiting: 0 });
    socket.once('close', () => exchanges.delete(socket));
  });
  server.on('upgrade', ({ socket }) => exchanges.delete(socket));

  // By then, the sockets listen for requests as well.
  app.addHook('onReady', (done) => {
    serveInOrder(server, exchanges, closeFlooding);
    done();
  });
  return exchanges;
}

function serveInOrder(
  server: Server,
  exchanges: Exchanges,
  closeFlooding: (socket: Socket) => void,
): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    const serve = () => {
      for (const listener of listeners) listener.call(server, request, response);
    };
    const exchange = exchanges.get(socket);
    if (!exchange) return serve();
    const before = exchange.latest;
    exchange.latest = response;
    if (!before || before.closed) {
      begin(exchange, response);
      return serve();
    }
    // Requests that arrived in the same packet are still read.
    if (socket.destroyed) return;
    exchange.waiting += 1;
    if (exchange.waiting > MAX_WAITING) return closeFlooding(socket);
    // Requests that were already read wait here, later ones in the network.
    socket.pause();
    before.once('close', () => {
      exchange.waiting -= 1;
      if (exchange.waiting === 0) socket.resume();
      // The client is gone.
      if (socket.destroyed) return;
      begin(exchange, response);
      serve();
    });
  });
}

function begin(exchange: Exchange, response: ServerResponse): void {
  // Many parts give something back when an answer ends.
  response.setMaxListeners(30);
  exchange.response = response;
}

/** Whether a request still has no complete answer: the connection must stay one of HTTP. */
export function isUnanswered(exchange: Exchange | undefined): boolean {
  return exchange?.latest?.closed === false;
}

/** Whether the server waits for the rest of a body. */
function isUpload({ response }: Exchange): boolean {
  if (!response || response.closed) return false;
  const { complete, destroyed } = response.req;
  return !complete && !destroyed;
}

// When the server stops, each connection closes after its answer; one kept alive would keep the server running. No
// client can delay the stop for long: uploads may finish as long as calls are still accepted, then connections that
// still wait for their clients are cut. One log line says what the server waited for and what it cut.

/** Time for uploads in progress when the stop begins. If one is cut, its client sends it again with the same key. */
const UPLOADS_MS = 2_000;

/** Time after the last accepted connection: for the body of a call whose headers have arrived. */
const REST_MS = 100;

const LOOK_MS = 20;

/** Why a connection is still open: its client sends, does not read, or has sent no request. */
type Wait = 'uploads' | 'answers' | 'silent';

/** `now` is a clock that is never set back. */
export function shortenClosing(app: FastifyInstance, exchanges: Exchanges, now: () => number) {
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
    /** Resolves when the uploads in progress have arrived, or after two seconds. */
    async waitForUploads(): Promise<void> {
      const uploads = [...exchanges.values()].filter(isUpload);
      uploadsWaitedFor = uploads.length;
      const start = now();
      while (uploads.some(isUpload) && now() - start < UPLOADS_MS) await sleep(LOOK_MS);
    },

    /** From now on, connections without work for the server are cut. */
    cutWaiting(): void {
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
