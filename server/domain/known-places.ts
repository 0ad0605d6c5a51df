/**
 * Places from which an account has logged in before: networks, and browsers with their cookie. Limits for strangers do
 * not apply there. Stored as hashes: the database does not reveal where people were.
 */
import { hash } from 'node:crypto';
import type { UserId } from '../../src/protocol/entities.ts';
import type { SessionStore } from './ports/sessions.ts';

/** Who signs up or logs in, as far as the connection shows. */
export interface Caller {
  address: string;
  /** The value of the browser's cookie; programs without cookies have none. */
  browser?: string | undefined;
  /** The user agent. */
  client: string;
}

/** The most exact place of the caller that the account knows. */
export type Familiarity = 'browser' | 'network' | 'none';

export async function readFamiliarity(
  store: Pick<SessionStore, 'listKnownPlaces'>,
  /** Undefined for an unknown account; the lookup is done anyway. */
  userId: UserId | undefined,
  caller: Caller,
): Promise<Familiarity> {
  const known = await store.listKnownPlaces(userId ?? '', listPlaces(caller));
  if (known.some((place) => place.startsWith('browser'))) return 'browser';
  return known.length > 0 ? 'network' : 'none';
}

/** The places stored after a login. */
export function listPlaces({ address, browser }: Pick<Caller, 'address' | 'browser'>): string[] {
  const network = toPlace('network', toNetwork(address));
  return browser === undefined ? [network] : [network, toPlace('browser', browser)];
}

/** The kind is included, since the store keeps the latest places of each kind. */
function toPlace(kind: 'network' | 'browser', name: string): string {
  return `${kind} ${hash('sha256', name)}`;
}

// Which addresses count as one client. Addresses have the form that `ClientAddresses` writes.

/**
 * Providers give a household a /64, /56 or /48 of IPv6. The wider networks may hold several households, so they get
 * higher limits.
 */
const WIDTHS = [
  { bits: 64, times: 1 },
  { bits: 56, times: 2 },
  { bits: 48, times: 4 },
] as const;

interface Network {
  network: string;
  /** The limit of the network, as a multiple of a single client's. */
  times: number;
}

/** The smallest network that counts as one client. */
export function toNetwork(address: string): string {
  return isIPv6(address) ? cut(address, 64) : address;
}

/** The networks of an address, smallest first. */
export function listNetworks(address: string): Network[] {
  if (!isIPv6(address)) return [{ network: address, times: 1 }];
  return WIDTHS.map(({ bits, times }) => ({ network: cut(address, bits), times }));
}

function isIPv6(address: string): boolean {
  return address.includes(':');
}

function cut(address: string, bits: number): string {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, 4).map((group, index) => {
    const cutBits = Math.max(0, 16 * (index + 1) - bits);
    return ((Number.parseInt(group, 16) >> cutBits) << cutBits).toString(16);
  });
  return `${groups.join(':')}::/${bits}`;
}
