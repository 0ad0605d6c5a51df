/**
 * Posts to push services. The address of one is given by a stranger: it must be of a known service (or one that the
 * operator names), over https, without redirects, and public after resolution; the connection goes to the address that was
 * checked.
 */
import { lookup } from 'node:dns/promises';
import { Agent, request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../addresses/public-address.ts';
import type { PushFailure } from '../domain/ports/push.ts';
import type { PushRequest } from './web-push.ts';

/** Of Chrome and Samsung, Firefox, Safari, and Edge. `*.` stands for all hosts below. */
const SERVICES = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

const ANSWER_MS = 10_000;
/** To one service at a time: of these, one receiver takes a few. */
const CONNECTIONS = 32;
/** A service may ask for a pause; longer ones are not believed. */
const MAX_PAUSE_MS = 60 * 60 * 1000;

export type PushOutcome =
  | { kind: 'accepted' }
  /** Never again to this address. */
  | { kind: 'failed'; failure: PushFailure }
  /** Later, after this time or the caller's own. */
  | { kind: 'later'; failure: PushFailure; retryAfterMs?: number };

/** What a test puts in place of the network. */
export interface PushNetwork {
  lookup(host: string): Promise<{ address: string; family: number }[]>;
  isPublic(address: string): boolean;
  ca?: string;
}

export type Deliver = ReturnType<typeof createDeliver>;

const NETWORK: PushNetwork = {
  lookup: (host) => lookup(host, { all: true }),
  isPublic: isPublicAddress,
};

class PrivateAddress extends Error {}

/** `services` are hosts beside the known ones, with a port if it is another. */
export function createDeliver(
  services: readonly string[],
  { lookup, isPublic, ca }: PushNetwork = NETWORK,
) {
  const known = [...SERVICES, ...services];

  /** For each new connection: it goes to an address from here, and to no other. */
  const lookupChecked: LookupFunction = (host, options, answer) => {
    lookup(host).then(
      (found) => {
        const [first] = found;
        // One that is not is a trap or a mistake, whichever is chosen.
        if (!first || !found.every(({ address }) => isPublic(address))) {
          answer(new PrivateAddress(`${host} has no public address`), '');
        } else if (options.all) answer(null, found);
        else answer(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => answer(error, ''),
    );
  };
  const agent = new Agent({
    keepAlive: true,
    maxSockets: CONNECTIONS,
    lookup: lookupChecked,
    ...(ca !== undefined && { ca }),
  });

  /** Whether pushes may go there at all, as far as its name says. */
  function isService(endpoint: string): boolean {
    if (!URL.canParse(endpoint)) return false;
    const { protocol, host, hostname, username, password } = new URL(endpoint);
    if (protocol !== 'https:' || username !== '' || password !== '') return false;
    // An address is not looked up, so it would not be checked.
    if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return false;
    return known.some((entry) =>
      entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : host === entry,
    );
  }

  return {
    isService,

    post(endpoint: string, { headers, body }: PushRequest): Promise<PushOutcome> {
      if (!isService(endpoint)) return Promise.resolve({ kind: 'failed', failure: 'address' });
      return new Promise((resolve) => {
        let isLate = false;
        const call = request(endpoint, { method: 'POST', headers, agent }, (response) => {
          // Nothing in it is read; without an end it is cut at the time limit.
          response.on('error', () => undefined).resume();
          const { statusCode = 0, headers: answered } = response;
          resolve(judge(statusCode, answered['retry-after']));
        });
        // Not earlier: waiting for a free connection is no fault of this device.
        call.once('socket', () => {
          const timer = setTimeout(() => {
            isLate = true;
            call.destroy(new Error('no answer'));
          }, ANSWER_MS);
          call.once('close', () => clearTimeout(timer));
        });
        call.on('error', (error) => {
          const failure = isLate ? 'slow' : 'unreachable';
          resolve(
            error instanceof PrivateAddress
              ? { kind: 'failed', failure: 'address' }
              : { kind: 'later', failure },
          );
        });
        call.end(body);
      });
    },

    close: (): void => agent.destroy(),
  };
}

function judge(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (status === 404 || status === 410) return { kind: 'failed', failure: 'gone' };
  if (status === 413) return { kind: 'failed', failure: 'tooLarge' };
  if (status === 429 || status >= 500) {
    const failure = status === 429 ? 'busy' : 'service';
    const retryAfterMs = readPause(retryAfter);
    return { kind: 'later', failure, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  // Redirects too.
  return { kind: 'failed', failure: 'refused' };
}

/** The header has seconds or a date. */
function readPause(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), MAX_PAUSE_MS) : undefined;
}
