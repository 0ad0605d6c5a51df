/**
 * Which connections are taken at all, before anybody proves who they are: none that a page of a foreign site
 * opened, since browsers let every site open sockets anywhere, and only so many from one address.
 */
import type { IncomingMessage } from 'node:http';
import type { AddressCounter } from '../addresses/address-counter.ts';
import type { ClientAddresses } from '../addresses/client-address.ts';

export interface AdmissionOptions {
  corsOrigins: string[];
  publicUrl: string | null;
  addresses: ClientAddresses;
  /** Without it the number is not limited. */
  counter?: AddressCounter;
}

export interface Admission {
  /** A refusal in words, or nothing. */
  check(request: IncomingMessage): string | undefined;
  /** Takes a place for a connection that was let in; nothing when there is none left. */
  takePlace(request: IncomingMessage): (() => void) | undefined;
}

export function createAdmission(options: AdmissionOptions): Admission {
  const { corsOrigins, publicUrl, addresses, counter } = options;

  function isOwnPage(origin: string, request: IncomingMessage): boolean {
    if (corsOrigins.includes('*') || corsOrigins.includes(origin)) return true;
    if (origin === publicUrl) return true;
    return URL.canParse(origin) && new URL(origin).host === request.headers.host;
  }

  return {
    check(request) {
      const { origin } = request.headers;
      // Only browsers say where they come from, and pages cannot make them lie.
      if (origin === undefined || isOwnPage(origin, request)) return undefined;
      return 'This site may not connect.';
    },

    takePlace(request) {
      return counter ? counter.take(addresses.read(request)) : () => {};
    },
  };
}
