/**
 * Requests of one connection are served one at a time. A client may send many before it has an answer (pipelining);
 * begun all at once, the answers to hundreds that fit into one packet would wait in memory for it to read the first.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface Turns {
  /** Has every request wait for its turn. */
  keep(app: FastifyInstance): void;
  /** Whether part of an answer is on its way: what is written now would be taken for the rest of it. */
  isAnswering(socket: Socket): boolean;
}

export function createTurns(): Turns {
  const latest = new WeakMap<Socket, ServerResponse>();

  return {
    keep(app) {
      app.addHook('onRequest', ({ raw: { socket } }, { raw: response }, done) => {
        const before = latest.get(socket);
        latest.set(socket, response);
        if (!before || before.closed) return done();
        before.once('close', () => {
          // Nobody is left to be answered.
          if (!socket.destroyed) done();
        });
      });
    },

    isAnswering(socket) {
      const response = latest.get(socket);
      return response?.headersSent === true && !response.closed;
    },
  };
}
