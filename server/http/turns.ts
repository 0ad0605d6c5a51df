/**
 * Requests of one connection are served one at a time. A client may send many before it has an answer (pipelining);
 * begun all at once, the answers to hundreds that fit into one packet would wait in memory for it to read the first.
 * Each that waits takes memory, too: a connection with more of them than anybody needs is cut.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Browsers send the next request when they have the answer to the last. */
const MAX_WAITING = 20;

export interface Turns {
  /** Has every request wait for its turn. */
  keep(app: FastifyInstance): void;
  /** Whether part of an answer is on its way: what is written now would be taken for the rest of it. */
  isAnswering(socket: Socket): boolean;
}

export function createTurns(): Turns {
  const latest = new WeakMap<Socket, ServerResponse>();
  const waiting = new WeakMap<Socket, number>();

  function countWaiting(socket: Socket, change: 1 | -1): number {
    const count = (waiting.get(socket) ?? 0) + change;
    waiting.set(socket, count);
    return count;
  }

  return {
    keep(app) {
      app.addHook('onRequest', ({ raw: { socket } }, { raw: response }, done) => {
        const before = latest.get(socket);
        latest.set(socket, response);
        if (!before || before.closed) return done();
        if (countWaiting(socket, 1) > MAX_WAITING) {
          socket.destroy();
          return;
        }
        // Those that were read with it wait here, and all others in the network.
        socket.pause();
        before.once('close', () => {
          if (countWaiting(socket, -1) === 0) socket.resume();
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
