/**
 * Decides which connections are accepted before authentication. It refuses those from pages of foreign sites, since
 * browsers let every site open sockets anywhere, and limits the number per address.
 */
import type { IncomingMessage } from 'node:http';
import type { AddressCounter, ClientAddresses } from '../addresses/client-address.ts';
import type { Origins } from '../addresses/origins.ts';
import { toNetwork } from '../domain/known-places.ts';
import type { Floods } from '../limits/floods.ts';
import type { MemoryLimiter } from '../limits/limiter.ts';
import type { LossReason, LostConnections } from '../log/lost-connections.ts';

const REFUSALS = {
  'too often': { status: '429 Too Many Requests', message: 'That was too often.' },
  'foreign site': { status: '403 Forbidden', message: 'This site may not connect.' },
  ending: {
    status: '503 Service Unavailable',
    message: 'This server is about to end. Try again for another one.',
  },
  'polling with several nodes': {
    status: '403 Forbidden',
    message:
      "This server takes WebSocket connections only: connect with transports: ['websocket'].",
  },
} satisfies Partial<Record<LossReason, Refusal>>;

type CheckedReason = keyof typeof REFUSALS;

interface AdmissionOptions {
  origins: Origins;
  addresses: ClientAddresses;
  /** Pays for the attempt, since the person is not known yet. */
  network: MemoryLimiter;
  floods: Floods;
  lost: LostConnections;
  /** Without it, the number is not limited. */
  counter?: AddressCounter;
  /** Polling clients need each request to reach the same node. */
  isWebSocketOnly: boolean;
  /** A client that connects now would have to leave at once. */
  isEnding(): boolean;
}

export interface Refusal {
  status: string;
  message: string;
}

export type Admission = ReturnType<typeof createAdmission>;

/** Counted apart: whoever asks for files without end must not cost the others of the network their sockets. */
const socketsOf = (address: string) => `sockets of ${toNetwork(address)}`;

/** In requests: a handshake costs as much, also if it is given up. */
const HANDSHAKE_COST = 10;
/** For a connection that was cut since it sends too much: another one must not be cheaper. */
const CUT_COST = 100;

export function createAdmission(options: AdmissionOptions) {
  const { origins, addresses, network, floods, lost, counter, isWebSocketOnly, isEnding } = options;

  function findReason(
    { headers }: IncomingMessage,
    { address, isPolling }: { address: string; isPolling: boolean },
  ): CheckedReason | undefined {
    if (network.spend(socketsOf(address), HANDSHAKE_COST) > 0) return 'too often';
    const { origin, host } = headers;
    if (origin !== undefined && !origins.isAllowed(origin, host)) return 'foreign site';
    if (isEnding()) return 'ending';
    return isWebSocketOnly && isPolling ? 'polling with several nodes' : undefined;
  }

  return {
    /** Undefined: the connection may begin. */
    check(request: IncomingMessage, { isPolling }: { isPolling: boolean }): Refusal | undefined {
      const address = addresses.read(request);
      const reason = findReason(request, { address, isPolling });
      if (reason === undefined) return undefined;
      lost.report(reason, { address });
      return REFUSALS[reason];
    },

    /** Begins a connection: now, or in a later turn of the event loop if this network begins many. */
    beginFairly: (request: IncomingMessage, begin: () => void): void =>
      floods.beginFairly(addresses.read(request), begin),

    /** Calls `answer` with a refusal: at once, or later if this network had too many. */
    refuse: (request: IncomingMessage, answer: () => void): void =>
      floods.refuse(toNetwork(addresses.read(request)), answer),

    /** Takes a place for an accepted connection; undefined if no place is left. */
    takePlace(request: IncomingMessage): (() => void) | undefined {
      if (!counter) return () => {};
      const address = addresses.read(request);
      const giveBack = counter.take(address);
      if (!giveBack) lost.report('address full', { address });
      return giveBack;
    },

    /** Charges the network of a client that sends too much. */
    punish(request: IncomingMessage): void {
      const address = addresses.read(request);
      lost.report('sends too much', { address });
      network.charge(socketsOf(address), CUT_COST);
      floods.countCut(address);
    },

    readAddress: addresses.read,
  };
}
