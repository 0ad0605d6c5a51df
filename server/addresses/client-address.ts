/**
 * Whom a request comes from. Behind trusted proxies that is the last address of `X-Forwarded-For` that none
 * of them has; nobody else's word is believed.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** What is read of a request. */
interface Forwarded {
  headers: IncomingMessage['headers'];
  socket: { remoteAddress?: string | undefined };
}

export interface ClientAddresses {
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

  function isTrustedProxy(address: string): boolean {
    const plain = withoutMapping(address);
    return isIP(plain) !== 0 && trusted.check(plain, familyOf(plain));
  }

  return {
    isTrustedProxy,
    read(request) {
      const forwarded = String(request.headers['x-forwarded-for'] ?? '');
      const way = forwarded
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '');
      let address = request.socket.remoteAddress ?? '';
      while (isTrustedProxy(address)) {
        const before = way.pop();
        if (before === undefined || isIP(before) === 0) break;
        address = before;
      }
      return withoutMapping(address);
    },
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** An IPv4 address as a socket for both families writes it. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}
