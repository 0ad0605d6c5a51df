/** Logs each connection that the server refuses or cuts, with a remedy, and counts them by reason. */
import type { FastifyBaseLogger } from 'fastify';

const REMEDIES = {
  'server full': 'all of MAX_CONNECTIONS are open: raise it, and the limit of open files with it',
  'address full':
    'one address holds all of CONNECTIONS_PER_ADDRESS: if it is your proxy, name it in TRUSTED_PROXIES; if many people share it, raise the limit',
  'too often': 'one address connects without end: a broken client, or an attack',
  'foreign site':
    'a page of another site wants to connect: if it is yours, name it in CORS_ORIGINS; if it is this server’s own, set PUBLIC_URL, or have the proxy pass on the header Host',
  'too many windows': 'one person holds all of SOCKETS_PER_PERSON: raise it, if that is no mistake',
  'polling with several nodes': "clients have to connect with transports: ['websocket']",
  'does not read':
    'the client takes nothing, or has more waiting than SOCKET_BACKLOG_BYTES; it comes back and catches up',
  'sends too much': 'the client sends events without end: a broken client, or an attack',
  ending: 'none: clients connect again when the server is back',
} as const;

export type LossReason = keyof typeof REMEDIES;

export type LostConnections = ReturnType<typeof createLostConnections>;

export function createLostConnections(log: FastifyBaseLogger) {
  const reasons: LossReason[] = Object.keys(REMEDIES).filter(isReason);
  const counts = new Map(reasons.map((reason) => [reason, 0]));
  return {
    counts,
    report(reason: LossReason, whose: { address?: string | undefined; userId?: string }): void {
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
      const facts = { reason, ...whose, remedy: REMEDIES[reason] };
      log[reason === 'ending' ? 'debug' : 'warn'](facts, 'connection refused or cut');
    },
  };
}

function isReason(name: string): name is LossReason {
  return name in REMEDIES;
}
