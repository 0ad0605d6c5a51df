/** How many connections one address may hold. One beyond is cut before a byte of it is read. */
import type { Server } from 'node:http';
import { createAddressCounter } from '../addresses/address-counter.ts';
import type { ClientAddresses } from '../addresses/client-address.ts';

/** Trusted proxies bring everybody's connections: those are limited where their addresses are known. */
export function limitConnections(server: Server, addresses: ClientAddresses, max: number): void {
  const counter = createAddressCounter(max);
  server.on('connection', (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || addresses.isTrustedProxy(address)) return;
    const giveBack = counter.take(address);
    if (giveBack) socket.once('close', giveBack);
    else socket.destroy();
  });
}
