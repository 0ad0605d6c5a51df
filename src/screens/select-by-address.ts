import { clearSelection, getSelectedUserId, selectUser } from '../stores/selection.ts';
import { findPeer } from './conversation-address.ts';

/** Opens the conversation of an address. Screens other than the chat home keep the open one. */
export function selectByAddress(address: { pathname: string; search: string }): void {
  if (address.pathname !== '/') return;
  const peerId = findPeer(address);
  if (peerId === null) clearSelection();
  else if (peerId !== getSelectedUserId()) selectUser(peerId);
}
