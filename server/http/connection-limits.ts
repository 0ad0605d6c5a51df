/**
 * How many connections one address may hold, so that a single one cannot take them all. A connection beyond
 * is cut before a byte of it is read.
 */
import type { Server } from 'node:http';
import { toNetwork } from '../domain/attempt-limits.ts';
import type { ClientAddresses } from './client-address.ts';

export interface AddressCounter {
  /** What gives the place back; nothing when the address has no place left. */
  take(address: string): (() => void) | undefined;
}

export function createAddressCounter(max: number): AddressCounter {
  const counts = new Map<string, number>();
  return {
    take(address) {
      const network = toNetwork(address);
      const count = counts.get(network) ?? 0;
      if (count >= max) return undefined;
      counts.set(network, count + 1);
      return () => {
        const left = (counts.get(network) ?? 1) - 1;
        if (left > 0) counts.set(network, left);
        else counts.delete(network);
      };
    },
  };
}

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
