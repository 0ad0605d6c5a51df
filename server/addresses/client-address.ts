/**
 * The client's address, the same for HTTP and sockets. Behind trusted proxies it is the last address in
 * `X-Forwarded-For` that is not a trusted proxy; from anybody else the header is ignored. Proxies write addresses with
 * ports, in brackets, or with zones. All are converted to one form: IPv4 with dots, even if mapped to IPv6, and IPv6 as
 * in URLs.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { listNetworks } from '../domain/known-places.ts';

/** The part of a request that is read. */
interface Forwarded {
  headers: IncomingMessage['headers'];
  /** Null when its connection is gone. */
  socket: { remoteAddress?: string | undefined } | null;
}

export interface ClientAddresses {
  /** The address of the other end of a connection; empty after it has closed. */
  readPeer(socket: Forwarded['socket']): string;
  isTrustedProxy(address: string): boolean;
  read(request: Forwarded): string;
}

/** Accepts addresses and networks such as `10.0.0.0/8`. */
export function createClientAddresses(trustedProxies: string[]): ClientAddresses {
  const trusted = new BlockList();
  for (const entry of trustedProxies) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) trusted.addAddress(address, familyOf(address));
    else trusted.addSubnet(address, Number(bits), familyOf(address));
  }

  const readPeer = (socket: Forwarded['socket']) => parseAddress(socket?.remoteAddress ?? '') ?? '';

  const isTrustedProxy = (address: string) =>
    trustedProxies.length > 0 && address !== '' && trusted.check(address, familyOf(address));

  return {
    readPeer,
    isTrustedProxy,
    read({ headers, socket }) {
      const way = String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .filter((each) => each.trim() !== '');
      let address = readPeer(socket);
      while (isTrustedProxy(address)) {
        // An invalid address says nothing: all clients of this proxy then count as one.
        const before = parseAddress(way.pop() ?? '');
        if (before === undefined) break;
        address = before;
      }
      return address;
    },
  };
}

/** `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::1`, `[2001:db8::1]:4711`, `fe80::1%eth0`; undefined for anything else. */
function parseAddress(written: string): string | undefined {
  if (isIP(written) === 4) return written;
  const [, inBrackets, beforePort] =
    /^(?:\[([^[\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(written.trim()) ?? [];
  const address = (inBrackets ?? beforePort ?? written.trim()).replace(/%[\w.~-]+$/, '');
  const version = isIP(address);
  if (version === 4) return address;
  if (version !== 6 || address.includes('%')) return undefined;
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(plain) ?? [];
  if (high === undefined || low === undefined) return plain;
  const bytes = [high, low].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

export type AddressCounter = ReturnType<typeof createAddressCounter>;

/** Limits the places of each address and, with IPv6, of the larger networks that one customer may have. */
export function createAddressCounter(max: number) {
  const counts = new Map<string, number>();
  return {
    /** Returns a function that releases the place; undefined if the address has no place left. */
    take(address: string): (() => void) | undefined {
      const networks = listNetworks(address);
      const read = (network: string) => counts.get(network) ?? 0;
      if (networks.some(({ network, times }) => read(network) >= max * times)) return undefined;
      for (const { network } of networks) counts.set(network, read(network) + 1);
      return () => {
        for (const { network } of networks) {
          const left = read(network) - 1;
          if (left > 0) counts.set(network, left);
          else counts.delete(network);
        }
      };
    },
  };
}
