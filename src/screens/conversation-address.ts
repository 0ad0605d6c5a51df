/** The address of a conversation: `/?with=USERID`. */
import type { UserId } from '../protocol/entities.ts';

/** The search parameters of `/`, which /login hands on to whoever signs in. */
export interface HomeSearch {
  with?: UserId;
}

export const toAddress = (peerId: UserId): string => `/?with=${encodeURIComponent(peerId)}`;

/** Whose conversation an address names. `search` as the browser has it: `?with=USERID`. */
export const findPeer = (address: { pathname: string; search: string }): UserId | null =>
  (address.pathname === '/' && new URLSearchParams(address.search).get('with')) || null;

/** Takes of an address what is known here. */
export const toHomeSearch = ({ with: peerId }: Record<string, unknown>): HomeSearch =>
  typeof peerId === 'string' && peerId !== '' ? { with: peerId } : {};
