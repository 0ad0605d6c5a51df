/**
 * Warns once about each reverse proxy whose `X-Forwarded-For` is not trusted: all its clients then share one address
 * and its limits. Only for addresses in private networks, since anybody else can send that header.
 */
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ClientAddresses } from '../addresses/client-address.ts';

const MOST_NOTICES = 20;

const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateNetworks.addSubnet(network, bits);
}
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addAddress('::1', 'ipv6');

export function noticeUntrustedProxies(app: FastifyInstance, addresses: ClientAddresses): void {
  const told = new Set<string>();
  app.addHook('onRequest', ({ headers, socket }, _reply, done) => {
    done();
    if (headers['x-forwarded-for'] === undefined) return;
    const peer = addresses.readPeer(socket);
    if (peer === '') return;
    if (told.has(peer) || told.size === MOST_NOTICES || addresses.isTrustedProxy(peer)) return;
    if (!privateNetworks.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4')) return;
    told.add(peer);
    app.log.warn(
      {
        address: peer,
        reason: 'X-Forwarded-For comes from an address that is not trusted',
        remedy: `if a reverse proxy of yours runs there, set TRUSTED_PROXIES=${peer}: until then all its clients share the limits of one address`,
      },
      'proxy not trusted',
    );
  });
}
