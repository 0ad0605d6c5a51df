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

/** Makes every request wait for its turn, those of the sockets, too. */
export function followExchanges(app: FastifyInstance): Exchanges {
  const { server } = app;
  const exchanges = new Map<Socket, Exchange>();
  server.on('connection', (socket: Socket) => {
    exchanges.set(socket, {
      response: undefined,
      latest: undefined,
      waiting: 0,
      pace: undefined,
    });
    socket.once('close', () => exchanges.delete(socket));
  });
  server.on('upgrade', ({ socket }) => exchanges.delete(socket));

  // By then, the sockets listen for requests as well.
  app.addHook('onReady', (done) => {
    serveInTurn(server, exchanges);
    done();
  });
  return exchanges;
}

function serveInTurn(server: Server, exchanges: Exchanges): void {
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
      begin(exchange, response);
      serve();
    });
  });
}

function begin(exchange: Exchange, response: ServerResponse): void {
  // Many parts give something back when an answer ends.
  response.setMaxListeners(30);
  exchange.response = response;
  exchange.pace = undefined;
}

/** Whether an answer is partly sent: anything written now would become part of it. */
export function isAnswering({ response }: Exchange): boolean {
  return response?.headersSent === true && !response.closed;
}

/** Whether a request still has no complete answer: the connection must stay one of HTTP. */
export function isUnanswered(exchange: Exchange | undefined): boolean {
  return exchange?.latest?.closed === false;
}

/** Whether the server waits for the rest of a body. */
export function isUpload({ response }: Exchange): boolean {
  if (!response || response.closed) return false;
  const { complete, destroyed } = response.req;
  return !complete && !destroyed;
}
