/**
 * Places from which an account has logged in before: networks, and browsers with their cookie. Limits for strangers do
 * not apply there. Stored as hashes: the database does not reveal where people were.
 */
import { hash } from 'node:crypto';
import type { UserId } from '../../src/protocol/entities.ts';
import { toNetwork } from './network.ts';
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
