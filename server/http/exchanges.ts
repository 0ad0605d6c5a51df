/**
 * Handles one request at a time per connection. A client may send many requests before it reads an answer (pipelining).
 * If hundreds of them from one network packet were handled at once, all their answers would wait in memory until the
 * client reads. So the others wait, and a connection with too many waiting requests is cut.
 *
 * Each connection has one record that every request reuses. If each request were added to a set and removed again, the
 * garbage collector would keep the set's old memory until it collects the old generation: that costs a quarter of the
 * time of a send.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Browsers send the next request after the answer to the last one. */
const MAX_WAITING = 20;

/** Progress of a body at the last check, by a clock that is never set back. */
export interface Pace {
  at: number;
  bytes: number;
}

export interface Exchange {
  /** Of the current request, or the last one. */
  response: ServerResponse | undefined;
  /** Of the request that arrived last. */
  latest: ServerResponse | undefined;
  /** Requests that wait for the current one. */
  waiting: number;
  /** Of the current body, once the server reads it. */
  pace: Pace | undefined;
}

/** By connection, without WebSockets. */
export type Exchanges = ReadonlyMap<Socket, Exchange>;

/** Makes every request wait for its turn. */
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
    // Requests that were already read wait here, later ones in the network.
    socket.pause();
    before.once('close', () => {
      exchange.waiting -= 1;
      if (exchange.waiting === 0) socket.resume();
      // The client is gone.
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

/** Whether an answer is partly sent: anything written now would become part of it. */
export function isAnswering({ response }: Exchange): boolean {
  return response?.headersSent === true && !response.closed;
}

/** Whether the server waits for the rest of a body. */
export function isUpload({ response }: Exchange): boolean {
  if (!response || response.closed) return false;
  const { complete, destroyed } = response.req;
  return !complete && !destroyed;
}
