import { BlockList, isIP } from 'node:net';

/** All that is not for everybody, by the registries of special addresses (RFC 6890 and later). */
const SPECIAL = listOf(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3
  2001::/23 2001:db8::/32 2002::/16 3fff::/20`);
const GLOBAL_IPV6 = listOf('2000::/3');

function listOf(networks: string): BlockList {
  const list = new BlockList();
  for (const [, network = '', bits] of networks.matchAll(/(\S+)\/(\d+)/g)) {
    list.addSubnet(network, Number(bits), network.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** IPv6 without what carries an IPv4 address inside. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !SPECIAL.check(address, 'ipv4');
  return version === 6 && GLOBAL_IPV6.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6');
}
