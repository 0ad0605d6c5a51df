/**
 * Which connections are taken at all, before anybody proves who they are: none that a page of a foreign site
 * opened, since browsers let every site open sockets anywhere, and only so many from one address.
 */
import type { IncomingMessage } from 'node:http';
import type { AddressCounter } from '../addresses/address-counter.ts';
import type { ClientAddresses } from '../addresses/client-address.ts';
import type { Origins } from '../addresses/origins.ts';
import { toNetwork } from '../domain/network.ts';
import type { MemoryLimiter } from '../limits/limiter.ts';

interface AdmissionOptions {
  origins: Origins;
  addresses: ClientAddresses;
  /** Pays for the attempt: nobody has proved who they are. */
  network: MemoryLimiter;
  /** Without it the number is not limited. */
  counter?: AddressCounter;
  /** Polling needs each of its requests to reach the same node. */
  isWebSocketOnly: boolean;
  /** Whoever comes now would have to leave at once. */
  isEnding(): boolean;
}

export interface Admission {
  /** A refusal in words, or nothing. */
  check(request: IncomingMessage): string | undefined;
  /** Takes a place for a connection that was let in; nothing when there is none left. */
  takePlace(request: IncomingMessage): (() => void) | undefined;
  /** The client's, as `toNetwork` writes it. */
  readAddress(request: IncomingMessage): string;
}

export function createAdmission(options: AdmissionOptions): Admission {
  const { origins, addresses, network, counter, isWebSocketOnly, isEnding } = options;

  return {
    check(request) {
      if (network.spend(toNetwork(addresses.read(request)), 1) > 0) return 'That was too often.';
      const { origin, host } = request.headers;
      if (origin !== undefined && !origins.isAllowed(origin, host)) {
        return 'This site may not connect.';
      }
      if (isEnding()) return 'This server is about to end. Try again for another one.';
      if (isWebSocketOnly && request.headers.upgrade?.toLowerCase() !== 'websocket') {
        return "This server takes WebSocket connections only: connect with transports: ['websocket'].";
      }
      return undefined;
    },

    takePlace(request) {
      return counter ? counter.take(addresses.read(request)) : () => {};
    },

    readAddress: (request) => toNetwork(addresses.read(request)),
  };
}
