/** Limits the connections per address. A connection above the limit is cut before any byte is read. */
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createAddressCounter } from '../addresses/address-counter.ts';
import type { ClientAddresses } from '../addresses/client-address.ts';
import { DomainError } from '../domain/errors.ts';
import type { LostConnections } from '../log/lost-connections.ts';

/** A trusted proxy carries the connections of all clients, so their requests are counted instead. */
export function limitConnections(
  server: Server,
  addresses: ClientAddresses,
  max: number,
  lost: LostConnections,
): void {
  const counter = createAddressCounter(max);
  server.on('connection', (socket) => {
    const address = addresses.readPeer(socket);
    if (address === '' || addresses.isTrustedProxy(address)) return;
    const giveBack = counter.take(address);
    if (giveBack) socket.once('close', giveBack);
    else {
      lost.tell('address full', { address });
      socket.destroy();
    }
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
