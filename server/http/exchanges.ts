/**
 * What each connection is busy with: one request and the answer to it. A client may send many requests before it has an
 * answer (pipelining); begun all at once, the answers to hundreds that fit into one packet would wait in memory for it to
 * read the first. So the others wait, and a connection with more of them than anybody needs is cut.
 *
 * One record for each connection is filled anew by each request. Sets that every request enters and leaves are kept
 * whole by the garbage collector, with all that was ever in them, until it looks at the old generation: a quarter of the
 * time of a send.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Browsers send the next request when they have the answer to the last. */
const MAX_WAITING = 20;

/** How far a body had come when it was last looked at, by a clock that is never set back. */
export interface Pace {
  at: number;
  bytes: number;
}

export interface Exchange {
  /** Of the request that is served, or was the last. */
  response: ServerResponse | undefined;
  /** Of the request that came last. */
  latest: ServerResponse | undefined;
  /** Requests behind the one that is served. */
  waiting: number;
  /** Of its body, once the server reads it. */
  pace: Pace | undefined;
}

/** By connection, without those of the sockets. */
export type Exchanges = ReadonlyMap<Socket, Exchange>;

/** Has every request wait for its turn. */
export function followExchanges(app: FastifyInstance): Exchanges {
  const exchanges = new Map<Socket, Exchange>();
  app.server.on('connection', (socket) => {
    exchanges.set(socket, {
      response: undefined,
      latest: undefined,
      waiting: 0,
      pace: undefined,
    });
    socket.once('close', () => exchanges.delete(socket));
  });
  app.server.on('upgrade', ({ socket }) => exchanges.delete(socket));

  app.addHook('onRequest', ({ raw: { socket } }, { raw: response }, done) => {
    const exchange = exchanges.get(socket);
    if (!exchange) return done();
    const before = exchange.latest;
    exchange.latest = response;
    if (!before || before.closed) {
      serve(exchange, response);
      return done();
    }
    exchange.waiting += 1;
    if (exchange.waiting > MAX_WAITING) {
      socket.destroy();
      return;
    }
    // Those that were read with it wait here, and all others in the network.
    socket.pause();
    before.once('close', () => {
      exchange.waiting -= 1;
      if (exchange.waiting === 0) socket.resume();
      // Nobody is left to be answered.
      if (socket.destroyed) return;
      serve(exchange, response);
      done();
    });
  });
  return exchanges;
}

function serve(exchange: Exchange, response: ServerResponse): void {
  exchange.response = response;
  exchange.pace = undefined;
}

/** Whether part of an answer is on its way: what is written now would be taken for the rest of it. */
export function isAnswering({ response }: Exchange): boolean {
  return response?.headersSent === true && !response.closed;
}

/** Whether the server waits for the rest of a body. */
export function isUpload({ response }: Exchange): boolean {
  if (!response || response.closed) return false;
  const { complete, destroyed } = response.req;
  return !complete && !destroyed;
}
