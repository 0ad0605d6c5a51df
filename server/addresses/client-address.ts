/**
 * Whom a request comes from, the same for HTTP and sockets. Behind trusted proxies that is the last address of
 * `X-Forwarded-For` that none of them has; nobody else's word is believed. Proxies write addresses in many ways: with
 * ports, in brackets, with zones. Every address is told in one: IPv4 with dots, also where it came as IPv6, and IPv6 as
 * URLs have it.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** What is read of a request. */
interface Forwarded {
  headers: IncomingMessage['headers'];
  socket: { remoteAddress?: string | undefined };
}

export interface ClientAddresses {
  /** Of the other end of a connection; empty when it is gone. */
  readPeer(socket: Forwarded['socket']): string;
  isTrustedProxy(address: string): boolean;
  read(request: Forwarded): string;
}

/** Takes addresses and networks such as `10.0.0.0/8`. */
export function createClientAddresses(trustedProxies: string[]): ClientAddresses {
  const trusted = new BlockList();
  for (const entry of trustedProxies) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) trusted.addAddress(address, familyOf(address));
    else trusted.addSubnet(address, Number(bits), familyOf(address));
  }

  const readPeer = ({ remoteAddress = '' }: Forwarded['socket']) =>
    parseAddress(remoteAddress) ?? '';

  const isTrustedProxy = (address: string) =>
    address !== '' && trusted.check(address, familyOf(address));

  return {
    readPeer,
    isTrustedProxy,
    read({ headers, socket }) {
      const way = String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .filter((each) => each.trim() !== '');
      let address = readPeer(socket);
      while (isTrustedProxy(address)) {
        // What is no address tells nothing: then all who come by this proxy are one.
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
