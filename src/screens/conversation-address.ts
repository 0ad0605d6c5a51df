/** The address of a conversation: `/?with=USERID`, from a button of a notification with `&press=`. */
import type { UserId } from '../protocol/entities.ts';
import { PRESS_ACTIONS, type PressAction } from '../service-worker/contract.ts';

/** The search parameters of `/`, which /login passes on after signing in. */
interface HomeSearch {
  with?: UserId;
  press?: PressAction;
}

export const toAddress = (peerId: UserId): string => `/?with=${encodeURIComponent(peerId)}`;

/** The person whose conversation an address names. `search` as in the browser: `?with=USERID`. */
export const findPeer = (address: { pathname: string; search: string }): UserId | null =>
  (address.pathname === '/' && new URLSearchParams(address.search).get('with')) || null;

export function toHomeSearch({ with: peerId, ...rest }: Record<string, unknown>): HomeSearch {
  if (typeof peerId !== 'string' || peerId === '') return {};
  const press = PRESS_ACTIONS.find((each) => each === rest.press);
  return { with: peerId, ...(press && { press }) };
}
