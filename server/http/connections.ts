/** What a connection may cost: how many of one address, how long one that does not read, and errors of each. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type ClientAddresses, createAddressCounter } from '../addresses/client-address.ts';
import { DomainError } from '../domain/errors.ts';
import type { Floods } from '../limits/floods.ts';
import type { LostConnections } from '../log/lost-connections.ts';
import { closeWhenStalled, type Watch } from '../memory/watch.ts';

/**
 * A connection may be reset at any moment. Node handles its errors only until an upgrade, and the WebSocket only from
 * its handshake on; nobody would handle one in between, which ends the process. Node passes the error of invalid HTTP on to
 * the socket, too: `countInvalid` hears of it.
 */
export function surviveResets(
  { server, log }: FastifyInstance,
  countInvalid: (socket: Socket) => void,
): void {
  // The system refuses a new connection: a network is down, or a firewall.
  server.once('listening', () =>
    server.on('error', (error) => log.error({ err: error }, 'connection not accepted')),
  );
  server.on('connection', (socket) =>
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // Invalid HTTP, which Node has answered.
      if (error.code?.startsWith('HPE_')) countInvalid(socket);
    }),
  );
  server.on('upgrade', (_request, stream) => stream.on('error', () => {}));
}

/** For answers and WebSockets: data for a client that does not read waits in its connection. */
export function closeStalledConnections(
  { server }: FastifyInstance,
  watch: Watch,
  lost: LostConnections,
): void {
  server.on('connection', (socket) => {
    const unwatch = closeWhenStalled(watch, {
      countWritten: () => socket.bytesWritten,
      countWaiting: () => socket.writableLength,
      close() {
        lost.report('does not read', { address: socket.remoteAddress });
        socket.destroy();
      },
    });
    socket.once('close', unwatch);
  });
}

/**
 * Limits the connections per address: one above the limit is cut before any byte is read. A trusted proxy carries the
 * connections of all clients, so their requests are counted instead.
 */
export function limitConnections(
  server: Server,
  {
    addresses,
    floods,
    lost,
  }: { addresses: ClientAddresses; floods: Floods; lost: LostConnections },
  max: number,
): void {
  const counter = createAddressCounter(max);
  server.on('connection', (socket) => {
    const address = addresses.readPeer(socket);
    if (address === '' || addresses.isTrustedProxy(address)) return;
    const giveBack = counter.take(address);
    if (!giveBack) {
      lost.report('address full', { address });
      socket.destroy();
      return;
    }
    socket.once('close', giveBack);
    floods.follow(socket, address);
  });
}

/** The same limit for the requests in progress of each client behind a trusted proxy. */
export function limitRequests(app: FastifyInstance, max: number): void {
  const counter = createAddressCounter(max);
  app.addHook('onRequest', (request, { raw: response }, done) => {
    const giveBack = counter.take(request.address);
    if (!giveBack) {
      const message = 'Too many requests of your network are under way. Try again shortly.';
      return done(new DomainError('tooMany', message));
    }
    response.once('close', giveBack);
    done();
  });
}
