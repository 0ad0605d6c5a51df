/** The address of a conversation: `/?with=USERID`. */
import type { UserId } from '../protocol/entities.ts';

/** The search parameters of `/`, which /login passes on after signing in. */
interface HomeSearch {
  with?: UserId;
}

export const toAddress = (peerId: UserId): string => `/?with=${encodeURIComponent(peerId)}`;

/** The person whose conversation an address names. `search` as in the browser: `?with=USERID`. */
export const findPeer = (address: { pathname: string; search: string }): UserId | null =>
  (address.pathname === '/' && new URLSearchParams(address.search).get('with')) || null;

/** Keeps the known parameters of an address. */
export const toHomeSearch = ({ with: peerId }: Record<string, unknown>): HomeSearch =>
  typeof peerId === 'string' && peerId !== '' ? { with: peerId } : {};
