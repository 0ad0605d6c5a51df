/**
 * From where an account has signed in before: networks, and browsers, which keep a cookie for it. Whoever comes from
 * there is not held back by what strangers do. Kept as hashes: nobody reads in the database where people were.
 */
import { hash } from 'node:crypto';
import type { UserId } from '../../src/protocol/entities.ts';
import { toNetwork } from './network.ts';
import type { SessionStore } from './ports/sessions.ts';

/** Who signs up or in, as far as the connection tells. */
export interface Caller {
  address: string;
  /** The value of the browser's cookie. Programs without cookies have none. */
  browser?: string | undefined;
  /** What the person's program calls itself. */
  client: string;
}

/** The most exact of what the account knows of the caller. */
export type Familiarity = 'browser' | 'network' | 'none';

export async function readFamiliarity(
  store: Pick<SessionStore, 'listKnownPlaces'>,
  /** Undefined where there is no such account, which is looked up all the same. */
  userId: UserId | undefined,
  caller: Caller,
): Promise<Familiarity> {
  const known = await store.listKnownPlaces(userId ?? '', listPlaces(caller));
  if (known.some((place) => place.startsWith('browser'))) return 'browser';
  return known.length > 0 ? 'network' : 'none';
}

/** What is remembered of a caller who has signed in. */
export function listPlaces({ address, browser }: Pick<Caller, 'address' | 'browser'>): string[] {
  const network = toPlace('network', toNetwork(address));
  return browser === undefined ? [network] : [network, toPlace('browser', browser)];
}

/** The kind is told, since the store keeps the latest of each. */
function toPlace(kind: 'network' | 'browser', name: string): string {
  return `${kind} ${hash('sha256', name)}`;
}
